import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import type { AuditFilter } from "../../domain/audit/AuditFilter.ts";
import { AuditTrail } from "../../domain/audit/AuditTrail.ts";
import type { Hashing } from "../../domain/crypto/Hashing.ts";
import { Sha256Hasher } from "../../domain/crypto/Sha256Hasher.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog, type PositionRange } from "../../domain/event/EventLog.ts";
import { traced } from "../../domain/failure/traced.ts";
import { ArchivedEvents } from "../../domain/retention/ArchivedEvents.ts";
import type { ArchiveFiles } from "../../domain/retention/ArchiveFiles.ts";
import { verifyInclusion } from "../../domain/transparency/inclusionProof.ts";
import { MerkleFrontier } from "../../domain/transparency/MerkleFrontier.ts";
import { isSameHash, nodeHashBy } from "../../domain/transparency/merkleHash.ts";
import { Cosignatures } from "../../domain/transparency/publishing/Cosignatures.ts";
import type { SealedCheckpoint, SealedTree } from "../../domain/transparency/SealedTree.ts";
import { type CheckedEvent, checkEvent } from "../../domain/verification/checkEvent.ts";
import { type Fault, faultText, isFault } from "../../domain/verification/Fault.ts";
import { ArchiveShelf, UnreadArchive } from "../retention/ArchiveShelf.ts";
import { awaitSealed } from "../transparency/awaitSealed.ts";
import { inclusionProofs } from "../transparency/inclusionProofs.ts";
import type { ExportEnd, ExportFormat } from "./ExportFormat.ts";

/** How many events are in memory at a time. */
const pageSize = 250;

/** How long an export waits until the events that the log has now are in a checkpoint, in milliseconds. */
const sealTimeout = 10_000;

/** What an export is of: the whole log or the events that match a filter, up to a checkpoint; with proofs or without. */
interface Scope {
  readonly filter: AuditFilter;
  readonly isWhole: boolean;
  readonly hasProofs: boolean;
  readonly shelf: ArchiveShelf;
  readonly checkpoint: SealedCheckpoint;
  /** The note of the checkpoint with the cosignatures of witnesses. */
  readonly signed: string;
  readonly hashing: Hashing;
}

/** What an export has written so far. */
interface Progress {
  readonly after: number;
  readonly count: number;
  readonly isOver: boolean;
}

const notSealed =
  "no checkpoint has been signed yet. Start the service, which signs one within seconds, and export again";

const unreadable = "the history could not be read to its end. Try again in a moment";

/** Why an export ends before its checkpoint: something does not hold, or an archive cannot be read. */
type Stop = Fault | UnreadArchive;

/** A part is named only if something does not hold. */
const stopText = (stop: Stop): string =>
  stop instanceof UnreadArchive ? `position ${stop.position}: ${stop.message}` : faultText(stop);

/** Events that were read for an export. `stop` is what kept the next one from being read. */
interface Page {
  readonly events: ReadonlyArray<RecordedEvent>;
  readonly stop: Stop | null;
  readonly isLast: boolean;
}

const byPosition = (left: RecordedEvent, right: RecordedEvent): number => left.position - right.position;

/** Returns the archived events of a range that the log does not return, up to one that cannot be read from its archive. */
const readArchived = Effect.fnUntraced(function* (
  shelf: ArchiveShelf,
  range: PositionRange,
  present: ReadonlyArray<RecordedEvent>
) {
  const there = new Set(present.map(({ position }) => position));
  const rows = (yield* (yield* ArchivedEvents).range(range)).filter(({ position }) => !there.has(position));
  const readUpTo = (count: number) => shelf.open(rows.slice(0, count));
  const readBefore = (end: number, stop: Stop) =>
    Effect.map(readUpTo(rows.findIndex(({ position }) => position >= end)), (events) => ({ events, stop }));
  return yield* readUpTo(rows.length).pipe(
    Effect.map((events) => ({ events, stop: null })),
    Effect.catchTag("UnreadArchive", (stop) => readBefore(stop.position, stop)),
    Effect.catchIf(isFault, (fault) =>
      readBefore(fault.position, { ...fault, position: Math.max(fault.position, range.after + 1) })
    )
  );
});

/**
 * A whole export reads the log itself, because the tables that filters search could lack an event, and what is archived from
 * its archives.
 */
const readWhole = Effect.fnUntraced(function* (size: number, after: number, shelf: ArchiveShelf) {
  const range = { after, upTo: Math.min(size, after + pageSize) };
  const present = yield* (yield* EventLog).readRange(range, pageSize, new Set<string>());
  const isComplete = present.length === range.upTo - after;
  const { events, stop } = isComplete ? { events: [], stop: null } : yield* readArchived(shelf, range, present);
  const all = [...present, ...events]
    .toSorted(byPosition)
    .filter(({ position }) => stop === null || position < stop.position);
  const reached = all.at(-1)?.position ?? after;
  return { events: all, stop, isLast: reached === size || all.length === 0 } satisfies Page;
});

const readPage = Effect.fnUntraced(function* ({ checkpoint, filter, isWhole, shelf }: Scope, after: number) {
  const upTo = checkpoint.size;
  if (isWhole) return yield* readWhole(upTo, after, shelf);
  const events = yield* (yield* AuditTrail).page({ filter, order: "oldest first", after, upTo, limit: pageSize });
  return { events, stop: null, isLast: events.length < pageSize } satisfies Page;
});

const positionFault = (events: ReadonlyArray<CheckedEvent>, after: number): Fault | null => {
  const wrong = events.findIndex(({ event }, index) => event.position !== after + 1 + index);
  const found = events[wrong]?.event.position;
  return found === undefined
    ? null
    : { position: after + 1 + wrong, part: "position", reason: `the next event has position ${found}` };
};

const proofFault = ({ event, leafHash }: CheckedEvent, proof: ReadonlyArray<Uint8Array>, scope: Scope) => {
  const { position } = event;
  const { rootHash, size } = scope.checkpoint;
  return verifyInclusion(position - 1, size, leafHash, proof, rootHash)
    ? null
    : ({ position, part: "tree", reason: "the event is not the one that was sealed" } satisfies Fault);
};

const rootFault = ({ checkpoint, isWhole }: Scope, count: number, frontier: MerkleFrontier): Fault | null => {
  const { rootHash, size } = checkpoint;
  if (!isWhole || (count === size && isSameHash(frontier.root(), rootHash))) return null;
  return count === size
    ? { position: size, part: "tree", reason: "the leaves do not have the root of the checkpoint" }
    : { position: count + 1, part: "position", reason: `the log ends before the checkpoint of ${size} events` };
};

/** Returns the events of a page with their proofs, up to the first that does not hold. */
const checkedPage = Effect.fnUntraced(function* (scope: Scope, after: number) {
  const page = yield* readPage(scope, after);
  const events = page.events.map((event) => checkEvent(event, scope.hashing));
  const proofs = scope.hasProofs
    ? yield* inclusionProofs(
        events.map(({ event }) => event.position - 1),
        scope.checkpoint.size
      )
    : null;
  const misplaced = scope.isWhole ? positionFault(events, after) : null;
  const exported: Array<CheckedEvent & { readonly proof: ReadonlyArray<Uint8Array> | null }> = [];
  for (const [index, checked] of events.entries()) {
    const proof = proofs?.[index] ?? null;
    const isNext = misplaced === null || after + 1 + index < misplaced.position;
    const fault = (isNext ? checked.fault : misplaced) ?? (proof === null ? null : proofFault(checked, proof, scope));
    if (fault !== null) return { exported, stop: fault, isLast: true };
    exported.push({ ...checked, proof });
  }
  return { exported, stop: page.stop, isLast: page.isLast || page.stop !== null };
});

const ended = ({ checkpoint, isWhole, signed }: Scope, count: number): ExportEnd => ({
  _tag: isWhole ? "Whole" : "Partial",
  count,
  lastPosition: checkpoint.size,
  checkpoint: signed
});

const incomplete = (
  { after, count }: Progress,
  reason: string,
  cause: Extract<ExportEnd, { readonly _tag: "Incomplete" }>["cause"] = "unread"
): ExportEnd => ({
  _tag: "Incomplete",
  count,
  lastPosition: after,
  cause,
  reason
});

const stopped = (progress: Progress, stop: Stop): ExportEnd =>
  incomplete(progress, stopText(stop), isFault(stop) ? "fault" : "unread");

class Export {
  readonly #scope: Scope;
  readonly #format: ExportFormat;
  readonly #frontier: MerkleFrontier;

  constructor(scope: Scope, format: ExportFormat) {
    this.#scope = scope;
    this.#format = format;
    this.#frontier = new MerkleFrontier(nodeHashBy(scope.hashing));
  }

  readonly next = (progress: Progress) =>
    progress.isOver
      ? Effect.succeedNone
      : checkedPage(this.#scope, progress.after).pipe(
          Effect.map((page) => this.#written(page, progress)),
          Effect.catchAll((failure) =>
            Effect.logError("An export of the history was aborted", failure).pipe(
              Effect.as([this.#format.end(incomplete(progress, unreadable)), { ...progress, isOver: true }] as const)
            )
          ),
          Effect.map(Option.some)
        );

  #written({ exported, isLast, stop }: Effect.Effect.Success<ReturnType<typeof checkedPage>>, before: Progress) {
    for (const { leafHash } of exported) this.#frontier.add(leafHash);
    const progress: Progress = {
      after: exported.at(-1)?.event.position ?? before.after,
      count: before.count + exported.length,
      isOver: isLast
    };
    const wrong = stop ?? (isLast ? rootFault(this.#scope, progress.count, this.#frontier) : null);
    const end = wrong === null ? ended(this.#scope, progress.count) : stopped(progress, wrong);
    const lines = exported.map((each) => this.#format.line(each)).join("");
    return [`${lines}${isLast ? this.#format.end(end) : ""}`, progress] as const;
  }
}

const isWhole = (filter: AuditFilter): boolean => Object.values(filter).every((member) => member === undefined);

/**
 * Exports the events that match a filter as lines, oldest first, each event once and several at a time. It first waits
 * until the events that the log has now are in a checkpoint, and ends where that checkpoint ends. Every leaf hash is
 * recomputed: an export over changed events ends there, and so does a whole one at an archived event whose archive is
 * missing. The last line says so, and distinguishes a whole, a filtered, an incomplete and a truncated export.
 */
export const exportHistory = traced("exportHistory")(function* (
  filter: AuditFilter,
  format: ExportFormat,
  { hasProofs = false }: { readonly hasProofs?: boolean } = {}
) {
  const services = yield* Effect.context<AuditTrail | EventLog | SealedTree | ArchivedEvents | ArchiveFiles>();
  const start: Progress = { after: 0, count: 0, isOver: false };
  const sealed = yield* awaitSealed(sealTimeout);
  if (Option.isNone(sealed)) return Stream.make(format.end(incomplete(start, notSealed)));
  const checkpoint = sealed.value;
  const cosignatures = yield* (yield* Cosignatures).linesOf(checkpoint.size);
  const signed = checkpoint.note + cosignatures.join("");
  const hashing = yield* Sha256Hasher;
  const shelf = new ArchiveShelf();
  const scope: Scope = { filter, isWhole: isWhole(filter), hasProofs, shelf, checkpoint, signed, hashing };
  const exporting = new Export(scope, format);
  return Stream.unfoldEffect(start, exporting.next).pipe(Stream.provideContext(services));
});
