import canonicalize from "canonicalize";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { canonicalEvent } from "../../domain/event/leafHash.ts";
import { shownParts } from "../../domain/personal/committedForm.ts";
import type { ExportFormat } from "./exportHistory.ts";

/** The personal parts that were not erased, as a member with its comma; empty when there are none. */
const personalMember = (event: RecordedEvent): string => {
  const shown = shownParts(event, event.personal ?? []);
  return Object.keys(shown).length === 0 ? "" : `"personal":${canonicalize(shown)},`;
};

/**
 * Formats an event as a line of an export. The text between `{"event":` and `,"leafHash":"` is exactly the bytes that
 * the leaf hash covers, and the line as a whole is canonical JSON (RFC 8785).
 */
const exportLine = (event: RecordedEvent): string =>
  `{"event":${canonicalEvent(event)},"leafHash":${JSON.stringify(event.leafHash)},${personalMember(event)}"position":${event.position}}\n`;

/** The export format of one JSON document per line (NDJSON). */
export const ndjson: ExportFormat = {
  line: exportLine,
  end: ({ complete, count, lastPosition }) => `${JSON.stringify({ complete, count, lastPosition })}\n`
};
