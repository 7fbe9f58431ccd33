import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { ArchivedEvents } from "../../domain/retention/ArchivedEvents.ts";
import type { ArchivedRow } from "../../domain/retention/ArchivedRow.ts";
import { EventChecker } from "../../domain/verification/EventChecker.ts";

/** Events in one piece of work, and how many pieces are computed at a time. */
export const pieceSize = 2_048;
export const pieces = 8;

/** An event with its leaf hash, computed anew; or what is kept of an archived one, with the hash that is kept. */
export type SealedEvent =
  | { readonly event: RecordedEvent; readonly row: null; readonly hash: Uint8Array }
  | { readonly event: null; readonly row: ArchivedRow; readonly hash: Uint8Array };

const noHash = new Uint8Array(32);

/** A hash that is none gets a leaf that no tree has. */
const hashOf = ({ leafHash }: ArchivedRow): Uint8Array => {
  const hash = Either.getOrElse(Encoding.decodeBase64Url(leafHash), () => noHash);
  return hash.length === noHash.length ? hash : noHash;
};

const positionOf = ({ event, row }: SealedEvent): number => (event ?? row).position;

/** An event that is archived between the two reads is in both. */
const joined = (events: ReadonlyArray<SealedEvent>, rows: ReadonlyArray<ArchivedRow>): ReadonlyArray<SealedEvent> => {
  if (rows.length === 0) return events;
  const there = new Set(events.map(positionOf));
  const kept = rows.filter(({ position }) => !there.has(position));
  return [...events, ...kept.map((row): SealedEvent => ({ event: null, row, hash: hashOf(row) }))].toSorted(
    (left, right) => positionOf(left) - positionOf(right)
  );
};

const nextPiece = Effect.fnUntraced(function* (after: number, upTo: number) {
  const events = yield* (yield* EventLog).readRange({ after, upTo }, pieceSize, new Set<string>());
  const { fault, leafHashes } = yield* (yield* EventChecker).check(events);
  const rows = events.length === upTo - after ? [] : yield* (yield* ArchivedEvents).range({ after, upTo });
  const checked = events.map(
    (event, at): SealedEvent => ({ event, row: null, hash: leafHashes.subarray(at * 32, at * 32 + 32) })
  );
  return { fault, sealed: joined(checked, rows) };
});

/** Reads the next events in pieces, whose leaf hashes are computed at the same time. */
export const nextPieces = Effect.fnUntraced(function* (after: number, head: number) {
  const starts = Array.from({ length: pieces }, (_, index) => after + index * pieceSize).filter(
    (start) => start < head
  );
  return yield* Effect.forEach(starts, (start) => nextPiece(start, Math.min(head, start + pieceSize)), {
    concurrency: pieces
  });
});
