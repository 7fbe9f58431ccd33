import * as Schema from "effect/Schema";

const Records = Schema.Struct({
  records: Schema.Array(Schema.Struct({ uri: Schema.String, cid: Schema.String, value: Schema.Unknown })),
  cursor: Schema.optional(Schema.String)
});
const decodeRecords = Schema.decodeUnknownSync(Schema.parseJson(Records));

/** A record as the PDS publishes it. */
export type RecordAtPds = (typeof Records.Type)["records"][number];

/** Every record of a collection in somebody's repository, oldest key first. */
export const recordsAtPds = async (
  pds: string,
  repo: string,
  collection: string
): Promise<ReadonlyArray<RecordAtPds>> => {
  const all: Array<RecordAtPds> = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ repo, collection, limit: "100", reverse: "true", ...(cursor && { cursor }) });
    const answer = await fetch(`${pds}/xrpc/com.atproto.repo.listRecords?${query}`);
    const page = decodeRecords(await answer.text());
    all.push(...page.records);
    cursor = page.records.length === 0 ? undefined : page.cursor;
  } while (cursor !== undefined);
  return all;
};
