import type { RecordedEvent } from "../event/Envelope.ts";
import type { RetentionClass } from "./RetentionClass.ts";

/** What the database keeps of an event whose details are in an archive: number `archive` of its class. */
export interface ArchivedRow extends Pick<RecordedEvent, "position" | "stream" | "version" | "leafHash"> {
  readonly class: RetentionClass;
  readonly archive: number;
}
