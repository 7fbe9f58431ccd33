import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { CID } from "multiformats/cid";
import type { Did } from "../../atproto/Did.ts";
import { tidMilliseconds } from "../../atproto/tidMilliseconds.ts";
import { type CidBytes, isBlockCid, toBlockCid } from "./cidBytes.ts";
import { DagCborCursor, UnexpectedCbor } from "./DagCborCursor.ts";
import { fault, type RepositoryFault } from "./RepositoryFault.ts";
import { RepositorySignatures } from "./RepositorySignatures.ts";

/** The content of a signed commit: the account, the revision, and the root of the tree. */
export interface RepositoryCommit {
  readonly did: Did;
  /** A TID: later revisions sort after earlier ones as text. */
  readonly rev: string;
  readonly data: CID;
}

/** What a commit is read against. */
interface CommitTerms {
  readonly did: Did;
  /** In Unix milliseconds. */
  readonly now: number;
}

/** What a commit is verified against. */
interface CommitCheck extends CommitTerms {
  /** The signing key of the account's repository, as a Multikey. */
  readonly signingKey: string;
}

/** A commit whose signature is not verified yet, with the message that is signed. */
export interface ReadCommit {
  readonly rev: string;
  readonly data: CidBytes;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

/** The tolerated lead of other servers' clocks, in milliseconds. */
const clockSkew = 300_000;

const version = 3;

/** The fields of a commit as they are read; `sigFrom` and `sigTo` bound the signature with its name in the block. */
interface Fields {
  did: string | null;
  rev: string | null;
  data: CidBytes | null;
  signature: Uint8Array | null;
  version: number | null;
  sigFrom: number;
  sigTo: number;
}

const readField = (cursor: DagCborCursor, fields: Fields): void => {
  const from = cursor.at;
  switch (cursor.text()) {
    case "did":
      fields.did = cursor.text();
      return;
    case "rev":
      fields.rev = cursor.text();
      return;
    case "data":
      fields.data = cursor.link();
      return;
    case "version":
      fields.version = cursor.unsigned();
      return;
    case "sig":
      fields.signature = cursor.byteString();
      fields.sigFrom = from;
      fields.sigTo = cursor.at;
      return;
    default:
      cursor.skip();
  }
};

const readFields = (block: Uint8Array): Fields | null => {
  const fields: Fields = { did: null, rev: null, data: null, signature: null, version: null, sigFrom: 0, sigTo: 0 };
  try {
    const cursor = new DagCborCursor(block);
    const count = cursor.map();
    for (let place = 0; place < count; place += 1) readField(cursor, fields);
    return cursor.isAtEnd() && count < maxFields ? fields : null;
  } catch (cause) {
    if (cause instanceof UnexpectedCbor) return null;
    throw cause;
  }
};

/** Up to this number of fields, the head of the map is one byte. */
const maxFields = 24;

/** The block without its signature: DAG-CBOR has one form for each value, so nothing has to be encoded again. */
const unsigned = (block: Uint8Array, { sigFrom, sigTo }: Fields): Uint8Array => {
  const message = new Uint8Array(block.length - (sigTo - sigFrom));
  message.set(block.subarray(0, sigFrom));
  message.set(block.subarray(sigTo), sigFrom);
  message[0] = (block[0] ?? 0) - 1;
  return message;
};

/** Reads a commit and checks everything but its signature (AT Protocol, Repository: "Commit Objects"). */
export const readCommit = (
  block: Uint8Array,
  { did, now }: CommitTerms
): Either.Either<ReadCommit, RepositoryFault> => {
  const fields = readFields(block);
  if (fields === null || fields.version !== version) return Either.left(fault("commit-malformed"));
  const { data, rev, signature } = fields;
  const time = rev === null ? null : tidMilliseconds(rev);
  if (fields.did === null || data === null || !isBlockCid(data) || rev === null || time === null || signature === null)
    return Either.left(fault("commit-malformed"));
  if (fields.did !== did) return Either.left(fault("did-mismatch"));
  if (time > now + clockSkew) return Either.left(fault("rev-in-future"));
  return Either.right({ rev, data, message: unsigned(block, fields), signature });
};

/** Reads a commit and verifies that it belongs to an account (AT Protocol, Repository: "Commit Objects"). */
export const verifyCommit = Effect.fnUntraced(function* (block: Uint8Array, check: CommitCheck) {
  const { data, message, rev, signature } = yield* readCommit(block, check);
  const signatures = yield* RepositorySignatures;
  const isValid = yield* signatures.verify(check.signingKey, message, signature);
  if (!isValid) return yield* fault("signature-invalid");
  const commit: RepositoryCommit = { did: check.did, rev, data: toBlockCid(data) };
  return commit;
});
