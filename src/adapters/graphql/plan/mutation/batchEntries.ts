import { fieldName } from "../../../../domain/api/apiName.ts";
import { isJsonObject } from "../../../../domain/json/isJsonObject.ts";
import type { Json, JsonObject } from "../../../../domain/json/Json.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import type { RecordProblem } from "../../../../domain/lexicon/model/RecordProblem.ts";
import type { BatchEntry } from "../Plan.ts";
import { toRecordValue } from "./toRecordValue.ts";

/** The writes of a batch made of a coerced input, and what of the input is no write, by path. */
interface BatchEntries {
  readonly entries: ReadonlyArray<BatchEntry>;
  readonly problems: ReadonlyArray<RecordProblem>;
}

const one = (entry: BatchEntry): BatchEntries => ({ entries: [entry], problems: [] });

const refuse = (path: string, reason: string): BatchEntries => ({ entries: [], problems: [{ path, reason }] });

const given = (value: Json | undefined): boolean => value !== undefined && value !== null;

const textOrNull = (value: Json | undefined): string | null => (typeof value === "string" ? value : null);

type Written = "create" | "update";

/** The key that the Lexicon leaves, or the one that is given. */
const keyOf = ({ key }: Collection, rkey: string | null): string | null =>
  rkey ?? (key._tag === "Literal" ? key.value : null);

const recordEntry = (lexicons: LexiconSet, action: Written, write: JsonObject, path: string): BatchEntries => {
  const records = write[action];
  const fields = isJsonObject(records) ? records : {};
  const named = lexicons.collections.filter(({ nsid }) => given(fields[fieldName(nsid)]));
  const [collection] = named;
  if (collection === undefined || named.length > 1) return refuse(`${path}.${action}`, "must have exactly one record");
  const rkey = action === "create" ? textOrNull(write.rkey) : keyOf(collection, textOrNull(write.rkey));
  if (action === "update" && rkey === null) return refuse(`${path}.rkey`, "must be given to update a record");
  const input = fields[fieldName(collection.nsid)];
  const { record, problems } = toRecordValue(lexicons, collection, isJsonObject(input) ? input : {});
  return one({ action, collection, rkey, value: record, problems });
};

const deleteEntry = (lexicons: LexiconSet, write: JsonObject, path: string): BatchEntries => {
  const collection = lexicons.collections.find(({ nsid }) => nsid === write.delete);
  if (collection === undefined)
    return refuse(`${path}.delete`, "must be a collection of this service, such as xyz.statusphere.status");
  const rkey = keyOf(collection, textOrNull(write.rkey));
  return rkey === null
    ? refuse(`${path}.rkey`, "must be given to delete a record")
    : one({ action: "delete", collection, rkey, value: null, problems: [] });
};

const entryOf = (lexicons: LexiconSet, write: Json, path: string): BatchEntries => {
  if (!isJsonObject(write)) return refuse(path, "must be a write");
  const actions = (["create", "update", "delete"] as const).filter((action) => given(write[action]));
  const [action] = actions;
  if (action === undefined || actions.length > 1)
    return refuse(path, "must have exactly one of create, update and delete");
  return action === "delete" ? deleteEntry(lexicons, write, path) : recordEntry(lexicons, action, write, path);
};

/** Reads the writes of a batch, with everything that is wrong with them at once. */
export const batchEntries = (lexicons: LexiconSet, writes: ReadonlyArray<Json>): BatchEntries => {
  const all = writes.map((write, at) => entryOf(lexicons, write, `writes[${at}]`));
  return { entries: all.flatMap(({ entries }) => entries), problems: all.flatMap(({ problems }) => problems) };
};
