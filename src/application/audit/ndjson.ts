import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { canonicalEvent } from "../../domain/event/leafHash.ts";
import type { ExportFormat } from "./exportHistory.ts";

/**
 * An event as a line of an export: what stands between `{"event":` and `,"leafHash":"` are the bytes that its leaf hash
 * is of, and the whole line is canonical JSON again (RFC 8785).
 */
const exportLine = (event: RecordedEvent): string =>
  `{"event":${canonicalEvent(event)},"leafHash":${JSON.stringify(event.leafHash)},"position":${event.position}}\n`;

/** Lines of JSON, each a document of its own (NDJSON). */
export const ndjson: ExportFormat = {
  line: exportLine,
  end: ({ complete, count, lastPosition }) => `${JSON.stringify({ complete, count, lastPosition })}\n`
};
