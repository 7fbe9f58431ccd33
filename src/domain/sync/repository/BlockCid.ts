import type { CID } from "multiformats/cid";

/** The CID, as an object, of a block of a repository: a commit, a node of its tree, or a record. */
export type BlockCid = CID;
