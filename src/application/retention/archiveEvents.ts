import * as Clock from "effect/Clock";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import { ActivityCounts } from "../../domain/audit/ActivityCounts.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { ArchivedEvents, type StoredEvent } from "../../domain/retention/ArchivedEvents.ts";
import { ArchiveFiles } from "../../domain/retention/ArchiveFiles.ts";
import { type ArchivalLimit, archivableEvents } from "../../domain/retention/archivableEvents.ts";
import { splitLines } from "../../domain/retention/archiveContents.ts";
import { archiveStream, EventsArchived } from "../../domain/retention/EventsArchived.ts";
import type { RetentionLimit } from "../../domain/retention/RetentionLimit.ts";
import { rowsDigest } from "../../domain/retention/RowsDigest.ts";
import { type SealedCheckpoint, SealedTree } from "../../domain/transparency/SealedTree.ts";
import { tileWidth } from "../../domain/transparency/Tile.ts";
import { verifyEd25519 } from "../../domain/transparency/verifyEd25519.ts";
import { checkEvent } from "../../domain/verification/checkEvent.ts";
import { type Fault, faultText } from "../../domain/verification/Fault.ts";
import { ndjson } from "../audit/ndjson.ts";
import { appendEvents } from "../event/appendEvents.ts";
import type { EventMetadata } from "../event/toNewEvent.ts";
import { inclusionProofs } from "../transparency/inclusionProofs.ts";
import { publishedKeys } from "../transparency/publishedKeys.ts";
import { verifyExport } from "../verify/verifyExport.ts";
import { archiveLine } from "./archiveLine.ts";
import { storedArchives } from "./storedArchives.ts";

/** How many events an archive has at most, unless one stream alone has more; and how many are read and written at a time. */
const sizes = { archive: 10_000, candidates: 2_000, streams: 50, lines: 250 };

const dayMs = 24 * 60 * 60_000;

/** Nothing was archived, because something in the log does not hold. `fault` says what, as in a verification. */
export class ArchiveRefused extends Data.TaggedError("ArchiveRefused")<{ readonly fault: Fault }> {
  override get message(): string {
    return `Nothing is archived from a log that does not hold: ${faultText(this.fault)}`;
  }
}

const refuse = (fault: Fault) => new ArchiveRefused({ fault });

/** The lines of some events, each with its proof. */
const linesOf = Effect.fnUntraced(function* (page: ReadonlyArray<StoredEvent>, size: number) {
  const proofs = yield* inclusionProofs(
    page.map(({ event }) => event.position - 1),
    size
  );
  const lines: Array<string> = [];
  for (const [at, { event, sealed }] of page.entries()) {
    const { fault, text } = checkEvent(event);
    if (fault !== null) return yield* refuse(fault);
    const { leafHash, position } = event;
    lines.push(archiveLine({ leafHash, position, proof: proofs[at] ?? [], sealed, text }));
  }
  return lines.join("");
});

const fileLines = (events: ReadonlyArray<StoredEvent>, { note, size }: SealedCheckpoint) =>
  Stream.fromIterable(events).pipe(
    Stream.grouped(sizes.lines),
    Stream.mapEffect((page) => linesOf([...page], size)),
    Stream.concat(
      Stream.make(ndjson.end({ _tag: "Partial", count: events.length, lastPosition: size, checkpoint: note }))
    )
  );

/** Reads a file as a stranger would, and returns the SHA-256 of its bytes. */
const verifiedHash = Effect.fnUntraced(function* (file: string, count: number) {
  const bytes = yield* (yield* ArchiveFiles).read(file);
  const trusted = { keys: yield* publishedKeys, older: [], verify: verifyEd25519 };
  const report = yield* verifyExport(Stream.fromIterable(splitLines(bytes)), trusted, () => Effect.void).pipe(
    // Older checkpoints, with which a filtered export cannot be compared, are not given.
    Effect.catchTag("FilteredExport", () => Effect.dieMessage("an archive was compared with older checkpoints"))
  );
  if (report.firstBad !== null) return yield* refuse(report.firstBad);
  if (report.checked !== count || report.proven !== count)
    return yield* refuse({ position: 1, part: "position", reason: `${file} does not have all of its events` });
  return sha256Base64Url(bytes);
});

/** Writes an archive, verifies it, and then moves its events out of the log, together with the event that names it. */
const writeArchive = traced("writeArchive")(function* (
  { class: of, days }: RetentionLimit,
  before: string,
  events: ReadonlyArray<StoredEvent>,
  metadata: EventMetadata
) {
  const stored = yield* ArchivedEvents;
  const checkpoint = yield* (yield* SealedTree).latest;
  const [first] = events;
  const last = events.at(-1);
  if (Option.isNone(checkpoint) || first === undefined || last === undefined) return null;
  const archive = (yield* storedArchives(of)).length + 1;
  const file = yield* (yield* ArchiveFiles).write(`${of}-${archive}`, fileLines(events, checkpoint.value));
  const event = new EventsArchived({
    class: of,
    retainedDays: days,
    before,
    count: events.length,
    firstPosition: first.event.position,
    lastPosition: last.event.position,
    file,
    sha256: yield* verifiedHash(file, events.length),
    rows: rowsDigest(events.map((each) => each.event))
  });
  yield* (yield* ActivityCounts).catchUp;
  yield* (yield* Atomically).run(
    Effect.zipRight(
      stored.archive({ class: of, archive, events }),
      appendEvents(archiveStream(of), archive - 1, [event], metadata)
    )
  );
  return event;
});

/** The events of some streams that may be archived, in order of position. */
const archivableOf = Effect.fnUntraced(function* (streams: ReadonlyArray<StreamName>, limit: ArchivalLimit) {
  const stored = yield* (yield* ArchivedEvents).ofStreams(streams);
  const byEvent = new Map(stored.map((each) => [each.event, each] as const));
  const byStream = Map.groupBy(stored, ({ event }) => event.stream);
  return [...byStream.values()]
    .flatMap((each) =>
      archivableEvents(
        each.map(({ event }) => event),
        limit
      )
    )
    .flatMap((event) => byEvent.get(event) ?? []);
});

const inOrder = (events: ReadonlyArray<StoredEvent>): ReadonlyArray<StoredEvent> =>
  events.toSorted((left, right) => left.event.position - right.event.position);

/**
 * The last position that may be archived: the last tiles stay complete in the log, because each seal begins with them.
 */
const lastArchivable = Effect.map(
  Effect.flatMap(SealedTree, ({ latest }) => latest),
  Option.match({ onNone: () => 0, onSome: ({ size }) => (Math.floor(size / tileWidth) - 1) * tileWidth })
);

/** A run over the events of a class: what it found and has not archived yet, and what it archived. */
interface ArchiveRun {
  readonly limit: RetentionLimit;
  readonly wanted: ArchivalLimit;
  readonly metadata: EventMetadata;
  readonly seen: Set<StreamName>;
  readonly named: Array<EventsArchived>;
  pending: ReadonlyArray<StoredEvent>;
}

const archivePending = Effect.fnUntraced(function* (run: ArchiveRun) {
  const event = yield* writeArchive(run.limit, run.wanted.before, inOrder(run.pending), run.metadata);
  run.pending = [];
  if (event !== null) run.named.push(event);
});

/** Adds what may be archived of some streams that were not seen yet, and archives as soon as it is enough. */
const addStreams = Effect.fnUntraced(function* (run: ArchiveRun, streams: ReadonlyArray<StreamName>) {
  for (let at = 0; at < streams.length; at += sizes.streams) {
    const some = streams.slice(at, at + sizes.streams);
    for (const stream of some) run.seen.add(stream);
    run.pending = [...run.pending, ...(yield* archivableOf(some, run.wanted))];
    if (run.pending.length >= sizes.archive) yield* archivePending(run);
  }
});

/**
 * Moves the events of a class that are older than its limit, and that nothing needs any longer, into archives: files that
 * anybody can verify offline. Returns the events that name them. An interrupted call is completed by calling it again: a
 * file that no event names is no archive, and its events are still in the log.
 */
export const archiveEvents = traced("archiveEvents")(function* (limit: RetentionLimit, metadata: EventMetadata) {
  const stored = yield* ArchivedEvents;
  const before = new Date((yield* Clock.currentTimeMillis) - limit.days * dayMs).toISOString();
  const wanted: ArchivalLimit = { class: limit.class, before, upTo: yield* lastArchivable };
  const run: ArchiveRun = { limit, wanted, metadata, seen: new Set(), named: [], pending: [] };
  for (let after = 0; after < wanted.upTo; ) {
    const page = yield* stored.candidates(wanted, after, sizes.candidates);
    const streams = new Set(page.map(({ stream }) => stream));
    yield* addStreams(
      run,
      [...streams].filter((stream) => !run.seen.has(stream))
    );
    after = page.length < sizes.candidates ? wanted.upTo : (page.at(-1)?.position ?? wanted.upTo);
  }
  if (run.pending.length > 0) yield* archivePending(run);
  return run.named;
});
