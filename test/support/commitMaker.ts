import { type Keypair, P256Keypair, Secp256k1Keypair } from "@atproto/crypto";
import { blocksToCarFile, MemoryBlockstore, type RecordWriteOp, Repo, WriteOpAction } from "@atproto/repo";
import { CID } from "multiformats/cid";
import { Did } from "../../src/domain/atproto/Did.ts";
import type { RecordOperation } from "../../src/domain/sync/stream/RepoEvent.ts";
import type { SignedCommitEvent } from "../../src/domain/sync/stream/verifyCommitEvent.ts";

type Creation = Extract<RecordWriteOp, { readonly action: WriteOpAction.Create }>;

/** A write to a repository of the maker: a record, or null to delete it. */
export interface Write {
  readonly collection: Creation["collection"];
  readonly rkey: string;
  readonly record: Creation["record"] | null;
}

/** A repository of the reference implementation (`@atproto/repo`), whose commits are made into events. */
export class CommitMaker {
  readonly did: Did;
  /** The signing key, as a Multikey. */
  readonly signingKey: string;
  readonly #keypair: Keypair;
  #repo: Repo;

  private constructor(did: Did, keypair: Keypair, repo: Repo) {
    this.did = did;
    this.#keypair = keypair;
    this.#repo = repo;
    this.signingKey = keypair.did().slice("did:key:".length);
  }

  /** Makes an empty repository. */
  static async create(
    did: `did:${string}:${string}` = "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
    curve: "k256" | "p256" = "k256"
  ): Promise<CommitMaker> {
    const keypair = await (curve === "k256" ? Secp256k1Keypair : P256Keypair).create();
    return new CommitMaker(Did.make(did), keypair, await Repo.create(new MemoryBlockstore(), did, keypair));
  }

  get rev(): string {
    return this.#repo.commit.rev;
  }

  /** The CID of the root of the tree. */
  get data(): string {
    return this.#repo.commit.data.toString();
  }

  /** Returns the CID of a record, or null. */
  async find(path: string): Promise<string | null> {
    return (await this.#repo.data.get(path))?.toString() ?? null;
  }

  /** Makes a commit, and returns its event as a host with AT Protocol Sync v1.1 sends it. */
  async commit(writes: ReadonlyArray<Write>): Promise<SignedCommitEvent> {
    const before = this.#repo;
    const previous = new Map<string, CID>();
    const toWrite: Array<RecordWriteOp> = [];
    const actions: Array<RecordOperation["action"]> = [];
    for (const write of writes) {
      const path = `${write.collection}/${write.rkey}`;
      const prev = await before.data.get(path);
      if (prev !== null) previous.set(path, CID.parse(prev.toString()));
      const action = write.record === null ? "delete" : prev === null ? "create" : "update";
      actions.push(action);
      toWrite.push(toRepoWrite(action, write));
    }
    const commit = await before.formatCommit(toWrite, this.#keypair);
    this.#repo = await before.applyCommit(commit);
    const operations: Array<RecordOperation> = [];
    for (const [at, { collection, rkey }] of writes.entries()) {
      const action = actions[at] ?? "create";
      operations.push({ action, collection, rkey, cid: await this.find(`${collection}/${rkey}`) });
    }
    return {
      _tag: "Commit",
      did: this.did,
      rev: commit.rev,
      operations,
      content: {
        _tag: "Signed",
        since: commit.since,
        prevData: CID.parse(before.commit.data.toString()),
        commit: CID.parse(commit.cid.toString()),
        previous,
        blocks: await blocksToCarFile(commit.cid, commit.relevantBlocks)
      }
    };
  }
}

/** Returns what `@atproto/repo` calls a write. */
const toRepoWrite = (action: RecordOperation["action"], { collection, record, rkey }: Write): RecordWriteOp => {
  if (record === null) return { action: WriteOpAction.Delete, collection, rkey };
  return action === "create"
    ? { action: WriteOpAction.Create, collection, rkey, record }
    : { action: WriteOpAction.Update, collection, rkey, record };
};
