import { decode, encode } from "@ipld/dag-cbor";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { CID } from "multiformats/cid";
import { Did } from "../../atproto/Did.ts";
import { tidMilliseconds } from "../../atproto/tidMilliseconds.ts";
import { fault, type RepositoryFault } from "./RepositoryFault.ts";
import { RepositorySignatures } from "./RepositorySignatures.ts";

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

/** A commit with the message and the signature that belong together, which are not verified yet. */
interface ReadCommit {
  readonly commit: RepositoryCommit;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

function* readSteps(block: Uint8Array, { did, now }: CommitCheck) {
  const object = yield* readObject(block);
  const { data, did: signer, rev, sig } = yield* Either.mapLeft(decodeCommit(object), () => fault("commit-malformed"));
  const time = tidMilliseconds(rev);
  if (time === null) return yield* Either.left(fault("commit-malformed"));
  if (signer !== did) return yield* Either.left(fault("did-mismatch"));
  if (time > now + clockSkew) return yield* Either.left(fault("rev-in-future"));
  return { commit: { did, rev, data }, message: unsigned(object), signature: sig };
}

/** Reads a commit and checks everything but its signature (AT Protocol, Repository: "Commit Objects"). */
const readCommit = (block: Uint8Array, check: CommitCheck): Either.Either<ReadCommit, RepositoryFault> =>
  Either.gen(() => readSteps(block, check));

/** Reads a commit and verifies that it belongs to an account (AT Protocol, Repository: "Commit Objects"). */
export const verifyCommit = Effect.fnUntraced(function* (block: Uint8Array, check: CommitCheck) {
  const { commit, message, signature } = yield* readCommit(block, check);
  const signatures = yield* RepositorySignatures;
  const isValid = yield* signatures.verify(check.signingKey, message, signature);
  return isValid ? commit : yield* fault("signature-invalid");
});
