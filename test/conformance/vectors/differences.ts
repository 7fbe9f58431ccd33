/**
 * Where the service differs from published vectors on purpose, each with the reason. All of them refuse what a vector
 * holds for valid; none accepts what one holds for invalid, and the tests see to that.
 */
export const differences = {
  /** Valid JWS of other algorithms: proofs and assertions are ES256 only (metadata says so). */
  otherAlgorithms: "only ES256 is accepted, of proofs and of assertions",
  /** Valid AT URIs that are no address of a record, or name it by a handle: a handle may be somebody else's tomorrow. */
  atUris: "an address is of one record, under a DID",
  /** Handles with capital letters: they are kept in lower case, so that one account has one name. */
  handles: "a handle is in lower case",
  /** CIDs in another spelling than their own: the text of a CID is compared. */
  cids: "a CID is in the base that its version is written in"
} as const;
