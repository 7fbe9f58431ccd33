import * as Either from "effect/Either";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json, JsonObject } from "../../json/Json.ts";
import type { RecordProblem } from "../../lexicon/model/RecordProblem.ts";
import { toIpld } from "./recordCid.ts";

/** The maximum depth of nested objects: more than any Lexicon has, and safe for the stack. */
export const maxRecordDepth = 100;

type Problems = ReadonlyArray<RecordProblem>;

const when = (wrong: boolean, path: string, reason: string): Problems => (wrong ? [{ path, reason }] : []);

const isEncodable = (value: Json): boolean => Either.isRight(Either.try(() => toIpld(value)));

const member = (path: string, name: string, value: Json, levels: number): Problems => {
  const at = path === "" ? name : `${path}.${name}`;
  const unnamed = name === "__proto__" || !name.isWellFormed();
  return unnamed ? [{ path: at, reason: "has a name that no record can contain" }] : problemsIn(value, at, levels);
};

const ofObject = (value: JsonObject, path: string, levels: number): Problems => {
  if (levels === 0) return [{ path, reason: `is nested more than ${maxRecordDepth} levels deep` }];
  const entries = Object.entries(value);
  const [first, ...others] = entries;
  const special = others.length === 0 && first !== undefined && typeof first[1] === "string" ? first[0] : null;
  if (special === "$link") return when(!isEncodable(value), path, "must be a CID");
  if (special === "$bytes") return when(!isEncodable(value), path, "must be base64 (A-Z a-z 0-9 + /)");
  return entries.flatMap(([name, each]) => member(path, name, each, levels - 1));
};

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value);

const problemsIn = (value: Json, path: string, levels: number): Problems => {
  if (typeof value === "string")
    return when(!value.isWellFormed(), path, "must be valid Unicode, without lone surrogates");
  if (typeof value === "number") return when(!Number.isSafeInteger(value), path, "must be an integer within 2^53");
  if (isJsonObject(value)) return ofObject(value, path, levels);
  return isList(value) ? value.flatMap((item, at) => problemsIn(item, `${path}[${at}]`, levels)) : [];
};

/** Returns the values of a record that the data model does not allow (AT Protocol, Data Model) or that are too deep. */
export const dataModelProblems = (record: JsonObject): Problems => problemsIn(record, "", maxRecordDepth);
