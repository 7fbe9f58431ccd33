import type { RecordedEvent } from "../../domain/event/Envelope.ts";

/** An event of an export, with the bytes of its leaf as text. `proof` has the hashes of its inclusion proof, if asked for. */
export interface ExportedEvent {
  readonly event: RecordedEvent;
  readonly text: string;
  readonly proof: ReadonlyArray<Uint8Array> | null;
}

/**
 * How an export ended, with the number of its events and the position up to which the log was read. `Whole`: the signed
 * checkpoint covers exactly the events. `Partial`: the export is filtered, and they are among the events that it
 * covers. `Incomplete`: the history could not be read to its end (`unread`), or has changed (`fault`), for this reason.
 */
export type ExportEnd =
  | { readonly _tag: "Whole"; readonly count: number; readonly lastPosition: number; readonly checkpoint: string }
  | { readonly _tag: "Partial"; readonly count: number; readonly lastPosition: number; readonly checkpoint: string }
  | {
      readonly _tag: "Incomplete";
      readonly count: number;
      readonly lastPosition: number;
      readonly cause: "unread" | "fault";
      readonly reason: string;
    };

/** How an export writes its events and its end, each as one line. */
export interface ExportFormat {
  readonly line: (exported: ExportedEvent) => string;
  readonly end: (end: ExportEnd) => string;
}

/** The members of the event with which the formats for other systems end. */
export const endMembers = (end: ExportEnd): Readonly<Record<string, unknown>> => ({
  complete: end._tag !== "Incomplete",
  count: end.count,
  lastPosition: end.lastPosition,
  ...(end._tag === "Incomplete" ? { incomplete: end.reason } : { checkpoint: end.checkpoint }),
  ...(end._tag === "Partial" ? { partial: true } : {})
});
