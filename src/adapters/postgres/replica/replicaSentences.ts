import type { LeftOutReason } from "../../../domain/health/LeftOutReason.ts";

/** What is wrong with a replica that is left out, for the operator. */
export const replicaSentences: Readonly<Record<LeftOutReason, string>> = {
  away: "it does not respond, or refuses the connection",
  behind: "it did not have in time what the primary had committed",
  "not-a-replica": "it accepts writes, so it is no replica: DATABASE_READ_URL must name standbys of DATABASE_URL",
  "other-database": "it is no copy of the database of DATABASE_URL",
  "other-timeline": "it follows a server that is no longer the primary"
};

/** Returns the first line of what a server or a connection reported, in parentheses; empty if there is none. */
export const reportedText = (cause: unknown): string =>
  cause instanceof Error && cause.message !== "" ? ` (${cause.message.split("\n", 1).join()})` : "";
