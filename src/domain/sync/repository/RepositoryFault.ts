import * as Schema from "effect/Schema";

/** What is wrong with a received repository, as a code. */
export const RepositoryFaultReason = Schema.Literal(
  /** It is not a CAR v1, or a block is too long or has a CID that the data model does not allow. */
  "car-malformed",
  /** It ends within a block: the connection was lost. */
  "car-truncated",
  "too-many-blocks",
  /** A block does not match its CID. */
  "block-mismatch",
  /** The commit or the tree names a block that was not received. A CAR that was cut between blocks also ends so. */
  "block-missing",
  "commit-malformed",
  /** The commit belongs to another account. */
  "did-mismatch",
  /** The commit is not signed by the key in the DID document of the account. */
  "signature-invalid",
  /** The revision of the commit is in the future, so that no later commit could replace its records. */
  "rev-in-future",
  /** The commit is older than the indexed one. */
  "rev-went-back",
  /** Keys are out of order, in the wrong layer, duplicate or malformed. */
  "tree-malformed"
);
export type RepositoryFaultReason = typeof RepositoryFaultReason.Type;

/** A repository is invalid and cannot be trusted (AT Protocol, Repository). */
export class RepositoryFault extends Schema.TaggedError<RepositoryFault>()("RepositoryFault", {
  reason: RepositoryFaultReason
}) {}

/** Returns the fault for a reason. */
export const fault = (reason: RepositoryFaultReason): RepositoryFault => new RepositoryFault({ reason });
