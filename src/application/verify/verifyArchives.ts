import * as Effect from "effect/Effect";
import { traced } from "../../domain/failure/traced.ts";
import { ArchivedEvents } from "../../domain/retention/ArchivedEvents.ts";
import type { ArchiveEntry } from "../../domain/retention/archiveContents.ts";
import { rowsDigest } from "../../domain/retention/RowsDigest.ts";
import { EventChecker } from "../../domain/verification/EventChecker.ts";
import { type Fault, isFault, leafFault } from "../../domain/verification/Fault.ts";
import { readArchive } from "../retention/ArchiveShelf.ts";
import type { NamedArchive } from "../retention/storedArchives.ts";
import type { FoundArchive } from "./ArchivedRowsCheck.ts";

/** What became of the archives of a log. `missing` are the files that are not there, with the number of their events. */
export interface ArchivesVerified {
  readonly faults: ReadonlyArray<Fault>;
  readonly missing: ReadonlyArray<{ readonly file: string; readonly events: number }>;
}

/** Returns the first row that an archive does not have as it is. */
const strangeRow = Effect.fnUntraced(function* (
  { archive, named }: NamedArchive,
  entries: ReadonlyArray<ArchiveEntry>
) {
  const rows = yield* (yield* ArchivedEvents).range({ after: 0, upTo: Number.MAX_SAFE_INTEGER });
  const byPosition = new Map(entries.map((entry) => [entry.position, entry]));
  const own = rows.filter((row) => row.class === named.class && row.archive === archive);
  return own.find((row) => {
    const entry = byPosition.get(row.position);
    return entry === undefined || rowsDigest([entry]) !== rowsDigest([row]);
  });
});

const verifyContents = Effect.fnUntraced(function* (archive: NamedArchive, found: FoundArchive) {
  const entries = yield* readArchive(archive);
  const { file } = archive.named;
  if (rowsDigest(entries) !== archive.named.rows)
    return leafFault(archive.named.firstPosition, `the archive ${file} does not have the events that the log names`);
  if (!found.isWhole) {
    const row = yield* strangeRow(archive, entries);
    return row === undefined
      ? null
      : leafFault(row.position, `the event is marked as archived, and ${file} does not have it`);
  }
  const events = yield* (yield* ArchivedEvents).open(entries);
  return (yield* (yield* EventChecker).check(events)).fault;
});

/** What does not hold of an archive without its file. */
const rowsFault = ({ archive, first, isWhole, rows }: FoundArchive): Fault | null => {
  if (archive === null)
    return leafFault(first, "the event is marked as archived, and no event of the log names its archive");
  const { file } = archive.named;
  if (isWhole) return null;
  return rows === 0
    ? leafFault(first, `the log names the archive ${file}, and no event is marked as archived in it`)
    : leafFault(first, `the events that are marked as archived are not those that position ${archive.position} names`);
};

/**
 * Verifies archived events: an event of the log names each archive with all of its rows, and the file has what it names, as
 * far as it is there. `isRequired` makes a missing file a fault.
 */
export const verifyArchives = traced("verifyArchives")(function* (
  found: ReadonlyArray<FoundArchive>,
  isRequired: boolean
) {
  const faults: Array<Fault> = [];
  const missing: Array<ArchivesVerified["missing"][number]> = [];
  for (const each of found) {
    const { archive } = each;
    const read =
      archive === null
        ? Effect.succeed<Fault | null>(null)
        : verifyContents(archive, each).pipe(
            Effect.catchTag("ArchiveUnavailable", ({ message, reason }) => {
              if (reason === "missing") missing.push({ file: archive.named.file, events: archive.named.count });
              return Effect.succeed(
                isRequired || reason !== "missing" ? leafFault(archive.named.firstPosition, message) : null
              );
            }),
            Effect.catchIf(isFault, (fault) => Effect.succeed(fault))
          );
    const fault = (yield* read) ?? rowsFault(each);
    if (fault !== null) faults.push(fault);
  }
  return { faults, missing } satisfies ArchivesVerified;
});
