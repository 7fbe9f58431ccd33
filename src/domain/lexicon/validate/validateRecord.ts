import type { LexObject } from "@atproto/lexicon";
import * as Array from "effect/Array";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json, JsonObject } from "../../json/Json.ts";
import { dataModelProblems, maxRecordDepth } from "../../record/value/dataModelProblems.ts";
import { isCompleted } from "../import/completed.ts";
import { type Definition, definitionsOf } from "../model/Definition.ts";
import type { LexiconSet } from "../model/LexiconSet.ts";
import type { RecordProblem } from "../model/RecordProblem.ts";
import { referenceId } from "../parse/definitionId.ts";
import { readLexicon } from "../parse/readLexicon.ts";
import type { LeafSchema } from "./LeafSchema.ts";
import { type LeafRule, leafRule } from "./leafRule.ts";

type Problems = ReadonlyArray<RecordProblem>;
type PropertySchema = LexObject["properties"][string];

const problem = (path: string, reason: string): Problems => [{ path, reason }];

const below = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);

/** The compiled rules for the records of one set. */
class RecordRules {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly rules = new WeakMap<LeafSchema, LeafRule>();

  constructor(set: LexiconSet) {
    this.definitions = definitionsOf(
      Array.getRights(set.documents.map((document) => readLexicon({ file: "", document })))
    );
  }

  record(collection: string, value: JsonObject): Problems {
    const definition = this.definitions.get(collection);
    if (definition?.schema.type !== "record" || isCompleted(definition.source.document))
      return problem("", `${collection} is not a record type of this service`);
    const type =
      value.$type === collection ? [] : problem("$type", `must be ${collection}, the collection of the record`);
    return [...type, ...this.object(definition.schema.record, value, "", definition.nsid, maxRecordDepth)];
  }

  object(schema: LexObject, value: Json, path: string, nsid: string, levels: number): Problems {
    if (!isJsonObject(value)) return problem(path, "must be an object");
    if (levels === 0) return problem(path, `is nested more than ${maxRecordDepth} levels deep`);
    return Object.entries(schema.properties).flatMap(([key, property]) => {
      const member = Object.hasOwn(value, key) ? value[key] : undefined;
      const at = below(path, key);
      if (member === undefined) return schema.required?.includes(key) ? problem(at, "is missing") : [];
      if (member === null && schema.nullable?.includes(key)) return [];
      return this.value(property, member, at, nsid, levels - 1);
    });
  }

  value(schema: PropertySchema, value: Json, path: string, nsid: string, levels: number): Problems {
    switch (schema.type) {
      case "ref":
        return this.referenced(referenceId(nsid, schema.ref), value, path, levels);
      case "union": {
        const type = isJsonObject(value) ? value.$type : undefined;
        const variants = schema.refs.map((reference) => referenceId(nsid, reference));
        if (typeof type !== "string") return this.untyped(variants, schema.closed ?? false, value, path, levels);
        const id = referenceId(nsid, type);
        if (variants.includes(id)) return this.referenced(id, value, path, levels);
        return schema.closed ? problem(`${path}.$type`, `must be one of ${variants.join(", ")}`) : [];
      }
      case "array": {
        if (!isList(value)) return problem(path, "must be a list");
        const { maxLength = Number.POSITIVE_INFINITY, minLength = 0 } = schema;
        if (value.length > maxLength) return problem(path, `must not have more than ${maxLength} items`);
        if (value.length < minLength) return problem(path, `must not have fewer than ${minLength} items`);
        return value.flatMap((item, place) => this.value(schema.items, item, `${path}[${place}]`, nsid, levels));
      }
      default:
        return this.leaf(schema, value, path);
    }
  }

  /** A value without `$type`: published Lexicons have variants that are not objects, such as tokens. */
  untyped(variants: ReadonlyArray<string>, closed: boolean, value: Json, path: string, levels: number): Problems {
    const others = variants.filter((id) => {
      const type = this.definitions.get(id)?.schema.type;
      return type !== undefined && type !== "object" && type !== "record";
    });
    if (others.length === 0) return problem(path, "must be an object with a $type");
    const keeps = !closed || others.some((id) => this.referenced(id, value, path, levels).length === 0);
    return keeps ? [] : problem(path, `must be one of ${variants.join(", ")}`);
  }

  referenced(id: string, value: Json, path: string, levels: number): Problems {
    const definition = this.definitions.get(id);
    if (definition === undefined) return [];
    const { schema, nsid } = definition;
    switch (schema.type) {
      case "record":
        return this.object(schema.record, value, path, nsid, levels);
      case "object":
        return this.object(schema, value, path, nsid, levels);
      case "token":
        return value === id || isTypedAs(value, id) ? [] : problem(path, `must be ${id}`);
      case "query":
      case "procedure":
      case "subscription":
      case "permission-set":
        return [];
      default:
        return this.value(schema, value, path, nsid, levels);
    }
  }

  leaf(schema: LeafSchema, value: Json, path: string): Problems {
    const rule = this.rules.get(schema) ?? leafRule(schema);
    this.rules.set(schema, rule);
    return rule(value).flatMap((reason) => problem(path, reason));
  }
}

const isTypedAs = (value: Json, id: string): boolean => isJsonObject(value) && value.$type === id;

const isList = (value: Json): value is ReadonlyArray<Json> => globalThis.Array.isArray(value);

const rulesOf = new WeakMap<LexiconSet, RecordRules>();

/**
 * Returns all faults of a record by the Lexicon of its collection, in the order of the Lexicon, then values that no
 * record can contain. Returns none for a valid record. Members that the Lexicon does not name are allowed (AT Protocol,
 * Lexicon).
 */
export const validateRecord = (set: LexiconSet, collection: string, record: JsonObject): Problems => {
  const rules = rulesOf.get(set) ?? new RecordRules(set);
  rulesOf.set(set, rules);
  const problems = rules.record(collection, record);
  const unheld = dataModelProblems(record);
  const named = new Set(unheld.map(({ path }) => path));
  return [...problems.filter(({ path }) => !named.has(path)), ...unheld];
};
