import { enumName, memberName, variantNames } from "../../../../domain/api/apiName.ts";
import { isJsonObject } from "../../../../domain/json/isJsonObject.ts";
import type { Json, JsonObject } from "../../../../domain/json/Json.ts";
import type { Collection, Property, PropertyType } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import type { RecordProblem } from "../../../../domain/lexicon/model/RecordProblem.ts";
import { isBare } from "../../schema/record/objectName.ts";

/** A record made of an input, and what of the input fits no record. */
interface RecordValue {
  readonly record: JsonObject;
  readonly problems: ReadonlyArray<RecordProblem>;
}

type Union = Extract<PropertyType, { readonly _tag: "Union" }>;

class Translation {
  readonly lexicons: LexiconSet;
  readonly problems: Array<RecordProblem> = [];

  constructor(lexicons: LexiconSet) {
    this.lexicons = lexicons;
  }

  properties(properties: ReadonlyArray<Property>, input: JsonObject, path: string): JsonObject {
    return Object.fromEntries(
      properties.flatMap(({ name, nullable, type }): ReadonlyArray<readonly [string, Json]> => {
        const given = input[memberName(name)];
        if (given === undefined || (given === null && !nullable)) return [];
        return [[name, given === null ? null : this.value(type, given, path === "" ? name : `${path}.${name}`)]];
      })
    );
  }

  value(type: PropertyType, input: Json, path: string): Json {
    switch (type._tag) {
      case "Scalar":
      case "Unknown":
        return input;
      case "Bytes":
        return { $bytes: input };
      case "CidLink":
        return { $link: input };
      case "Blob":
        return isJsonObject(input) ? blob(input) : input;
      case "List":
        return isList(input) ? input.map((item, at) => this.value(type.item, item, `${path}[${at}]`)) : input;
      case "Object":
        return isJsonObject(input) ? this.object(type.id, input, path) : input;
      case "Union":
        return isJsonObject(input) ? this.union(type, input, path) : input;
    }
  }

  /** What an input type cannot say is filled in: a record says what it is, also inside another one (AT Protocol, Lexicon). */
  object(id: string, input: JsonObject, path: string): JsonObject {
    const members = isBare(this.lexicons, id)
      ? input
      : this.properties(this.lexicons.objects.get(id)?.properties ?? [], input, path);
    return this.lexicons.objects.get(id)?.isRecord ? { ...members, $type: id } : members;
  }

  union({ variants }: Union, input: JsonObject, path: string): Json {
    const names = [...variantNames(variants)];
    const [id, name] = names.find(([, short]) => enumName(short) === input.type) ?? [];
    if (id === undefined || name === undefined) return null;
    const strays = names.filter(([, short]) => short !== name && (input[short] ?? null) !== null);
    for (const [, stray] of strays) {
      this.problems.push({ path: `${path}.${stray}`, reason: `must be left out: type says ${enumName(name)}` });
    }
    const given = input[name];
    const value = isJsonObject(given) ? this.object(id, given, path) : {};
    return { ...value, $type: id };
  }
}

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value);

const blob = ({ ref = null, mimeType = null, size = null }: JsonObject): JsonObject => ({
  $type: "blob",
  ref: { $link: ref },
  mimeType,
  size
});

/**
 * Makes the JSON form of a record of a coerced input: `$type` filled in, blobs, bytes and links in the form of the AT
 * Protocol data model, `{type, <variant>}` as the variant. Null leaves a property out unless its Lexicon allows null.
 */
export const toRecordValue = (lexicons: LexiconSet, collection: Collection, input: JsonObject): RecordValue => {
  const translation = new Translation(lexicons);
  const properties = translation.properties(collection.properties, input, "");
  return { record: { ...properties, $type: collection.nsid }, problems: translation.problems };
};
