import * as Schema from "effect/Schema";

/** Whose refusals are counted: those of a client, by its id, or those of a network address, by its hash. */
export const RefusedKind = Schema.Literal("client", "address");
export type RefusedKind = typeof RefusedKind.Type;

/** How often each reason was given. */
export const ReasonCounts = Schema.Record({ key: Schema.String, value: Schema.Int });
export type ReasonCounts = typeof ReasonCounts.Type;

/** What happened in one minute: the refusals by reason, and the sign-ins that succeeded. `minute` counts since 1970. */
export const MinuteCounts = Schema.Struct({ minute: Schema.Int, completed: Schema.Int, refused: ReasonCounts });
export type MinuteCounts = typeof MinuteCounts.Type;

/** A wave of refusals that has started and not ended. `id` is the id of its event; `startedAt` is in Unix milliseconds. */
export const OpenWave = Schema.Struct({ id: Schema.String, startedAt: Schema.Int, refused: ReasonCounts });
export type OpenWave = typeof OpenWave.Type;

/** A client or an address, the minutes in which something happened, and its wave; null for none. */
export const Watched = Schema.Struct({
  kind: RefusedKind,
  id: Schema.String,
  minutes: Schema.Array(MinuteCounts),
  wave: Schema.NullOr(OpenWave)
});
export type Watched = typeof Watched.Type;

/** What is counted now. It is stored with the position up to which it was counted. */
export const RefusalWatch = Schema.Struct({ watched: Schema.Array(Watched) });
export type RefusalWatch = typeof RefusalWatch.Type;

export const initialWatch: RefusalWatch = { watched: [] };

/** A wave of refusals started or ended. Times are in Unix milliseconds; `endedAt` is null while it lasts. */
export const RefusalChange = Schema.Struct({
  kind: RefusedKind,
  id: Schema.String,
  waveId: Schema.String,
  refused: ReasonCounts,
  startedAt: Schema.Int,
  endedAt: Schema.NullOr(Schema.Int)
});
export type RefusalChange = typeof RefusalChange.Type;

/** Returns the number of refusals for all reasons. */
export const total = (refused: ReasonCounts): number => Object.values(refused).reduce((sum, count) => sum + count, 0);

/** A reason can have the name of a member that every object inherits. */
const countOf = (counts: ReasonCounts, reason: string): number =>
  Object.hasOwn(counts, reason) ? (counts[reason] ?? 0) : 0;

/** Returns the sum of two counts. */
export const plus = (one: ReasonCounts, other: ReasonCounts): ReasonCounts => ({
  ...one,
  ...Object.fromEntries(Object.entries(other).map(([reason, count]) => [reason, countOf(one, reason) + count]))
});
