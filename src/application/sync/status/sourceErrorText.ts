import type { SourceError } from "../../../domain/sync/stream/SyncReports.ts";

const sentences: Readonly<Record<SourceError["reason"], string>> = {
  unreachable: "The source could not be reached",
  refused: "The source refused the connection",
  closed: "The source closed the connection",
  silent: "The source sent nothing for longer than SYNC_IDLE_SECONDS",
  "future-cursor": "The sequence of the source started over",
  "consumer-too-slow": "The source closed the connection because its events were read too slowly",
  "source-error": "The source reported an error",
  unresolvable: "The DID document of the source could not be used"
};

/** Describes why the connection to a source ended, with the detail that the source or the connection stated. */
export const sourceErrorText = ({ detail, reason }: Pick<SourceError, "detail" | "reason">): string =>
  detail === null || detail === "" ? `${sentences[reason]}.` : `${sentences[reason]}: ${detail}`;
