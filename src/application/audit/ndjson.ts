import * as Encoding from "effect/Encoding";
import { canonicalJson } from "../../domain/json/canonicalJson.ts";
import { shownParts } from "../../domain/personal/shownParts.ts";
import type { ExportEnd, ExportedEvent, ExportFormat } from "./ExportFormat.ts";
import { eventLine } from "./eventLine.ts";

/** Formats an event as a line of an export. Personal parts that were not erased follow outside of the event. */
const exportLine = ({ event, proof, text }: ExportedEvent): string =>
  eventLine(text, {
    leafHash: event.leafHash,
    personal: shownParts(event, event.personal ?? []),
    position: event.position,
    proof: proof?.map((hash) => Encoding.encodeBase64(hash)) ?? null
  });

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
