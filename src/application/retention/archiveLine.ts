import * as Encoding from "effect/Encoding";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import type { StoredGroup } from "../../domain/personal/storedParts.ts";
import { eventLine } from "../audit/eventLine.ts";

/** What a line of an archive holds. `text` is the bytes of the leaf. */
interface ArchivedLine extends Pick<RecordedEvent, "position" | "leafHash"> {
  readonly text: string;
  readonly proof: ReadonlyArray<Uint8Array>;
  readonly sealed: ReadonlyArray<StoredGroup>;
}

/**
 * Formats an event as a line of an archive: that of a filtered export with proofs, with encrypted personal parts in place of
 * clear ones (docs/auditing.md, "The line of an export").
 */
export const archiveLine = ({ leafHash, position, proof, sealed, text }: ArchivedLine): string =>
  eventLine(text, { leafHash, position, proof: proof.map((hash) => Encoding.encodeBase64(hash)), sealed });
