import * as Schema from "effect/Schema";

/**
 * Why no reads go to a replica of the database. `away`: it does not respond, or refuses the connection. `behind`: it did not
 * have in time what the primary had committed. `not-a-replica`: it accepts writes. `other-database`: it is no copy of the
 * primary's database. `other-timeline`: it follows a server that is no longer the primary.
 */
export const LeftOutReason = Schema.Literal("away", "behind", "not-a-replica", "other-database", "other-timeline");
export type LeftOutReason = typeof LeftOutReason.Type;
