import type { CID } from "multiformats/cid";

/** The CID of a block of a repository, as an object: a commit, a node of its tree, or a record. */
export type BlockCid = CID;
