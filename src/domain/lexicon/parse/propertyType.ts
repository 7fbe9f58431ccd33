import type { LexInteger, LexObject, LexUserType } from "@atproto/lexicon";
import type { PropertyType, ScalarType } from "../model/Collection.ts";
import type { Definition } from "../model/Definition.ts";
import { referenceId } from "./definitionId.ts";

/** The schema of a property, a list item or a definition. */
type ValueSchema = LexObject["properties"][string] | LexUserType;

const scalar = (
  type: ScalarType,
  format: string | null = null,
  knownValues: ReadonlyArray<string> = []
): PropertyType => ({ _tag: "Scalar", type, format, knownValues });

/** An integer is treated as 32-bit if its Lexicon has a bound, and no bound exceeds 32 bits. */
const integer = ({ const: only, enum: values = [], maximum, minimum }: LexInteger): PropertyType => {
  const bounds = [minimum, maximum, only, ...values].filter((bound) => bound !== undefined);
  const wide = bounds.length === 0 || bounds.some((bound) => (bound | 0) !== bound);
  return wide ? { _tag: "Scalar", type: "integer", format: null, knownValues: [], wide } : scalar("integer");
};

/**
 * Returns the type of a schema, with references resolved to the object, union or scalar they name. `place` is the id of
 * a union defined inline. Returns `Unknown` where a reference does not resolve or a variant is not an object.
 */
export const propertyType = (
  schema: ValueSchema,
  place: string,
  nsid: string,
  definitions: ReadonlyMap<string, Definition>
): PropertyType => {
  switch (schema.type) {
    case "string":
      if (schema.format === "datetime") return scalar("instant", "datetime");
      return scalar("string", schema.format ?? null, schema.knownValues ?? schema.enum ?? []);
    case "integer":
      return integer(schema);
    case "boolean":
      return scalar("boolean");
    case "bytes":
      return { _tag: "Bytes" };
    case "cid-link":
      return { _tag: "CidLink" };
    case "blob":
      return { _tag: "Blob", accept: schema.accept ?? [], maxSize: schema.maxSize ?? null };
    case "array":
      return { _tag: "List", item: propertyType(schema.items, place, nsid, definitions) };
    case "union": {
      const variants = [...new Set(schema.refs.map((reference) => referenceId(nsid, reference)))];
      if (variants.length === 0 || !variants.every((id) => isObject(definitions.get(id)))) return { _tag: "Unknown" };
      return { _tag: "Union", id: place, variants, closed: schema.closed ?? false };
    }
    case "ref":
      return referenced(referenceId(nsid, schema.ref), definitions);
    default:
      return { _tag: "Unknown" };
  }
};

/** GraphQL has unions of objects only. */
const isObject = (definition: Definition | undefined): boolean =>
  definition?.schema.type === "object" || definition?.schema.type === "record";

const referenced = (id: string, definitions: ReadonlyMap<string, Definition>): PropertyType => {
  const definition = definitions.get(id);
  if (definition === undefined) return { _tag: "Unknown" };
  const { schema, nsid } = definition;
  if (schema.type === "object" || schema.type === "record") return { _tag: "Object", id };
  if (schema.type === "token") return scalar("string", null, [id]);
  return propertyType(schema, id, nsid, definitions);
};
