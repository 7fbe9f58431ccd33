import { decode, encode } from "@ipld/dag-cbor";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { CID } from "multiformats/cid";
import { Did } from "../../atproto/Did.ts";
import { tidMilliseconds } from "../../atproto/tidMilliseconds.ts";
import { isSignedBy } from "./isSignedBy.ts";
import { fault, type RepositoryFault } from "./RepositoryFault.ts";

/** The content of a signed commit: the account, the revision, and the root of the tree. */
export interface RepositoryCommit {
  readonly did: Did;
  /** A TID: later revisions sort after earlier ones as text. */
  readonly rev: string;
  readonly data: CID;
}

/** What a commit is verified against. */
interface CommitCheck {
  readonly did: Did;
  /** The signing key of the account's repository, as a Multikey. */
  readonly signingKey: string;
  /** In Unix milliseconds. */
  readonly now: number;
}

const SignedCommit = Schema.Struct({
  did: Did,
  version: Schema.Literal(3),
  data: Schema.instanceOf(CID),
  rev: Schema.String,
  sig: Schema.Uint8ArrayFromSelf
});
const decodeCommit = Schema.decodeUnknownEither(SignedCommit);

/** The tolerated lead of other servers' clocks, in milliseconds. */
const clockSkew = 300_000;

const unsigned = (commit: object): Uint8Array =>
  encode(Object.fromEntries(Object.entries(commit).filter(([name]) => name !== "sig")));

const readObject = (block: Uint8Array): Either.Either<object, RepositoryFault> =>
  Either.try({ try: (): unknown => decode(block), catch: () => fault("commit-malformed") }).pipe(
    Either.filterOrLeft(
      (value): value is object => typeof value === "object" && value !== null && !Array.isArray(value),
      () => fault("commit-malformed")
    )
  );

function* steps(block: Uint8Array, { did, signingKey, now }: CommitCheck) {
  const object = yield* readObject(block);
  const commit = yield* Either.mapLeft(decodeCommit(object), () => fault("commit-malformed"));
  const time = tidMilliseconds(commit.rev);
  if (time === null) return yield* Either.left(fault("commit-malformed"));
  if (commit.did !== did) return yield* Either.left(fault("did-mismatch"));
  if (!isSignedBy(signingKey, unsigned(object), commit.sig)) return yield* Either.left(fault("signature-invalid"));
  if (time > now + clockSkew) return yield* Either.left(fault("rev-in-future"));
  return { did, rev: commit.rev, data: commit.data };
}

/** Reads a commit and verifies that it belongs to an account (AT Protocol, Repository: "Commit Objects"). */
export const verifyCommit = (block: Uint8Array, check: CommitCheck): Either.Either<RepositoryCommit, RepositoryFault> =>
  Either.gen(() => steps(block, check));
