import { flag } from "../command/Parameter.ts";

/** Rebuilds everything, instead of correcting what differs. */
export const verify = flag("--verify", "Build all projections anew, compare every row, and replace the tables.");
