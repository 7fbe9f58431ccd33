import { encode } from "@ipld/dag-cbor";
import * as Schema from "effect/Schema";
import { CID } from "multiformats/cid";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import type { JsonObject } from "../../src/domain/json/Json.ts";
import { toIpld } from "../../src/domain/record/value/recordCid.ts";
import { CommitMaker, type Write } from "../../test/support/commitMaker.ts";
import { authorAt, sampleAt, tidAt } from "./sampleRecords.ts";

/** A repository of the generated firehose as it was before the first frame. */
export interface FirstState {
  readonly did: string;
  readonly signingKey: string;
  readonly rev: string;
  readonly data: string;
}

/** Frames of a firehose, in order, with the sequence numbers 1, 2, …. */
export interface FirehoseFrames {
  readonly repositories: ReadonlyArray<FirstState>;
  readonly frames: ReadonlyArray<Buffer>;
}

const header = encode({ op: 1, t: "#commit" });

/** How many records each repository has before the first frame, so that its tree has several levels. */
const recordsBefore = 300;

/** How many records a commit writes at most. */
const writesPerCommit = 150;

type RepoRecord = NonNullable<Write["record"]>;

const isRepoRecord = (value: unknown): value is RepoRecord => typeof value === "object" && value !== null;

/** Returns a record with its links as CIDs, as repositories hold it. */
const encodable = (value: JsonObject): RepoRecord => {
  const held = toIpld(value);
  return isRepoRecord(held) ? held : {};
};

const writesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const { collection, value } = sampleAt(first + at);
    return { collection: Schema.decodeSync(Nsid)(collection), rkey: tidAt(first + at), record: encodable(value) };
  });

const filled = async (at: number): Promise<CommitMaker> => {
  const maker = await CommitMaker.create(Schema.decodeSync(Did)(authorAt(at)));
  for (let first = 0; first < recordsBefore; first += writesPerCommit)
    await maker.commit(writesFrom(at * 1_000_000 + first, writesPerCommit));
  return maker;
};

/** Makes commits of repositories in turn. Each creates one record, and is signed by the key of its repository. */
export const firehoseFrames = async (count: number, repositoryCount: number): Promise<FirehoseFrames> => {
  const makers: Array<CommitMaker> = [];
  for (let at = 0; at < repositoryCount; at += 1) makers.push(await filled(at));
  const repositories = makers.map(({ data, did, rev, signingKey }) => ({ did, signingKey, rev, data }));
  const frames: Array<Buffer> = [];
  for (let n = 0; n < count; n += 1) {
    const maker = makers[n % repositoryCount];
    if (maker === undefined) break;
    frames.push(await frameOf(maker, n));
  }
  return { repositories, frames };
};

const frameOf = async (maker: CommitMaker, n: number): Promise<Buffer> => {
  const { content, did, operations, rev } = await maker.commit(writesFrom(500_000 + n, 1));
  const ops = operations.map(({ action, cid, collection, rkey }) => ({
    action,
    path: `${collection}/${rkey}`,
    cid: cid === null ? null : CID.parse(cid)
  }));
  const body = encode({
    seq: n + 1,
    rebase: false,
    tooBig: false,
    repo: did,
    commit: content.commit,
    rev,
    since: content.since,
    blocks: content.blocks,
    ops,
    blobs: [],
    prevData: content.prevData,
    time: new Date().toISOString()
  });
  return Buffer.concat([header, body]);
};
