import * as Encoding from "effect/Encoding";
import { canonicalJson } from "../../domain/json/canonicalJson.ts";
import { shownParts } from "../../domain/personal/shownParts.ts";
import type { ExportEnd, ExportedEvent, ExportFormat } from "./ExportFormat.ts";

/**
 * Formats an event as a line of an export. The event in it is exactly the bytes that the leaf hash covers, and the line
 * as a whole is canonical JSON (RFC 8785). Personal parts that were not erased follow outside of the event.
 */
const exportLine = ({ event, proof, text }: ExportedEvent): string => {
  const shown = shownParts(event, event.personal ?? []);
  const members = {
    leafHash: event.leafHash,
    ...(Object.keys(shown).length === 0 ? {} : { personal: shown }),
    position: event.position,
    ...(proof === null ? {} : { proof: proof.map((hash) => Encoding.encodeBase64(hash)) })
  };
  return `{"event":${text},${canonicalJson(members).slice(1)}\n`;
};

const endOf = (end: ExportEnd): Readonly<Record<string, unknown>> => {
  switch (end._tag) {
    case "Whole":
      return { checkpoint: end.checkpoint, count: end.count };
    case "Partial":
      return { checkpoint: end.checkpoint, count: end.count, partial: true };
    case "Incomplete":
      return { count: end.count, incomplete: end.reason };
  }
};

/** The export format of one JSON document per line (NDJSON), which a stranger can verify (docs/auditing.md). */
export const ndjson: ExportFormat = {
  line: exportLine,
  end: (end) => `${canonicalJson({ end: endOf(end) })}\n`
};
