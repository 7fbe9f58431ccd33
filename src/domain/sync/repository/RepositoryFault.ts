import * as Schema from "effect/Schema";

/** What is wrong with a repository as it was given, in machine words. */
export const RepositoryFaultReason = Schema.Literal(
  /** No CAR v1, or a block that is too long or not named by a CID of the data model. */
  "car-malformed",
  /** It ends within a block: the connection was lost. */
  "car-truncated",
  "too-many-blocks",
  /** A block that is not what its CID says. */
  "block-mismatch",
  /** A block that the commit or the tree names, and that was not given: it also ends so when it is cut between blocks. */
  "block-missing",
  "commit-malformed",
  /** The commit is of another account. */
  "did-mismatch",
  /** Not signed by the key that the account's DID document names. */
  "signature-invalid",
  /** The commit says it is of a time that has not come: nothing later could replace its records. */
  "rev-in-future",
  /** The commit is older than the one that was indexed. */
  "rev-went-back",
  /** Keys out of order, in the wrong layer, twice or malformed. */
  "tree-malformed"
);
export type RepositoryFaultReason = typeof RepositoryFaultReason.Type;

/** A repository that is not to be believed (AT Protocol, Repository). */
export class RepositoryFault extends Schema.TaggedError<RepositoryFault>()("RepositoryFault", {
  reason: RepositoryFaultReason
}) {}

/** The fault of a reason. */
export const fault = (reason: RepositoryFaultReason): RepositoryFault => new RepositoryFault({ reason });
