import * as Schema from "effect/Schema";
import type { Pds } from "../../pds/connectNetwork.ts";
import { recordsAtPds } from "../RecordsAtPds.ts";
import { fields, isValid, statuses } from "./collections.ts";

const Repos = Schema.Struct({
  repos: Schema.Array(Schema.Struct({ did: Schema.String, active: Schema.optional(Schema.Boolean) })),
  cursor: Schema.optional(Schema.String)
});
const decodeRepos = Schema.decodeUnknownSync(Schema.parseJson(Repos));
const decodeRepo = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({ handle: Schema.String })));

const ask = async (pds: string, method: string, query: Readonly<Record<string, string>>): Promise<string> => {
  const response = await fetch(`${pds}/xrpc/${method}?${new URLSearchParams(query)}`);
  if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
  return response.text();
};

/** The DIDs of the accounts that are active at a PDS. */
export const activeAccounts = async (pds: string): Promise<ReadonlyArray<string>> => {
  const { repos } = decodeRepos(await ask(pds, "com.atproto.sync.listRepos", { limit: "1000" }));
  return repos.filter(({ active }) => active !== false).map(({ did }) => did);
};

/** What a record looks like in a comparison. */
export const describeRecord = (uri: string, cid: string, handle: string, value: unknown): string =>
  `${uri} ${cid} ${handle} ${value}`;

const recordsOf = async (pds: string, did: string): Promise<ReadonlyArray<string>> => {
  const byCollection = await Promise.all(
    fields.map(async ([collection]) => {
      const all = await recordsAtPds(pds, did, collection);
      return all.filter(({ value }) => isValid(collection, value)).map((record) => ({ collection, ...record }));
    })
  );
  const records = byCollection.flat();
  // The author of nothing in the open collection is not known, so that closed collections are not taken from them.
  if (!records.some(({ collection }) => collection === statuses)) return [];
  const { handle } = decodeRepo(await ask(pds, "com.atproto.repo.describeRepo", { repo: did }));
  return records.map(({ cid, uri, value }) =>
    describeRecord(uri, cid, handle, Object(value).status ?? Object(value).displayName)
  );
};

/** What GraphQL is to answer, by what the PDS itself lists: valid records of active and known accounts. */
export const expectedRecords = async ({ url }: Pick<Pds, "url">): Promise<ReadonlyArray<string>> => {
  const dids = await activeAccounts(url);
  const all: Array<string> = [];
  for (const did of dids) all.push(...(await recordsOf(url, did)));
  return all.toSorted();
};
