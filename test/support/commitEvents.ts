import * as Either from "effect/Either";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as RepositorySignaturesWasm from "../../src/adapters/crypto/RepositorySignaturesWasm.ts";
import type { Blocks } from "../../src/adapters/memory/pds/makeRepository.ts";
import { sha256 } from "../../src/domain/crypto/sha256.ts";
import { carReader } from "../../src/domain/sync/repository/CarReader.ts";
import type { RecordOperation, SignedContent } from "../../src/domain/sync/stream/RepoEvent.ts";
import {
  type CommitEventCheck,
  type CommitVerdict,
  type SignedCommitEvent,
  verifyCommitEvent
} from "../../src/domain/sync/stream/verifyCommitEvent.ts";
import { carOf } from "./carOf.ts";
import { CommitMaker, type Write } from "./commitMaker.ts";

export const notes = "dev.example.note";
export const others = "dev.example.other";
/** Long after the clock of every test. */
export const now = Date.parse("2100-01-01T00:00:00Z");

const runtime = ManagedRuntime.make(RepositorySignaturesWasm.layer);

export const checkOf = (maker: CommitMaker): CommitEventCheck => ({
  signingKey: maker.signingKey,
  collections: new Set([notes]),
  now
});

export const verify = (event: SignedCommitEvent, check: CommitEventCheck): Promise<CommitVerdict> =>
  runtime.runPromise(verifyCommitEvent(event, check));

export const noteOf = (text: string) => ({ $type: notes, text });

export const write = (rkey: string, text: string | null, collection: Write["collection"] = notes): Write => ({
  collection,
  rkey,
  record: text === null ? null : { $type: collection, text }
});

export const blocksOf = (car: Uint8Array): Blocks => {
  const taken = Either.getOrThrow(carReader(sha256).take(car));
  return new Map(taken.map(({ bytes, cid }) => [cid.toString(), bytes]));
};

export const withContent = (event: SignedCommitEvent, content: Partial<SignedContent>): SignedCommitEvent => ({
  ...event,
  content: { ...event.content, ...content }
});

export const withBlocks = (event: SignedCommitEvent, change: (blocks: Blocks) => void): SignedCommitEvent => {
  const blocks = blocksOf(event.content.blocks);
  change(blocks);
  return withContent(event, { blocks: carOf(event.content.commit, blocks) });
};

export const withOperation = (event: SignedCommitEvent, change: Partial<RecordOperation>): SignedCommitEvent => ({
  ...event,
  operations: event.operations.map((operation, at) => (at === 0 ? { ...operation, ...change } : operation))
});

export const told = (verdict: CommitVerdict): string => (verdict._tag === "Gap" ? verdict.reason : verdict._tag);

export const seeded = async (count: number, curve: "k256" | "p256" = "k256"): Promise<CommitMaker> => {
  const maker = await CommitMaker.create(undefined, curve);
  await maker.commit(
    Array.from({ length: count }, (_, at) => write(`r${at}`, `seed ${at}`, at % 3 === 0 ? others : notes))
  );
  return maker;
};
