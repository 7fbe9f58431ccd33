import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { traced } from "../../domain/failure/traced.ts";
import { ArchivedEvents } from "../../domain/retention/ArchivedEvents.ts";
import type { ArchivedRow } from "../../domain/retention/ArchivedRow.ts";
import { ArchiveFiles } from "../../domain/retention/ArchiveFiles.ts";
import { type ArchiveEntry, archiveEntries } from "../../domain/retention/archiveContents.ts";
import type { RetentionClass } from "../../domain/retention/RetentionClass.ts";
import { leafFault } from "../../domain/verification/Fault.ts";
import { type NamedArchive, storedArchives } from "./storedArchives.ts";

/** The number of archives in memory at a time, at some ten megabytes each. */
const maxOpen = 6;

type Entries = ReadonlyMap<number, ArchiveEntry>;

/** An archived event cannot be read, because the file of its archive cannot. It says nothing about the log. */
export class UnreadArchive extends Data.TaggedError("UnreadArchive")<{
  readonly position: number;
  readonly message: string;
}> {}

/** Returns the events of an archive, once its file is the one that the log names. */
export const readArchive = traced("readArchive")(function* ({ named, position }: NamedArchive) {
  const bytes = yield* (yield* ArchiveFiles).read(named.file);
  if (sha256Base64Url(bytes) !== named.sha256)
    return yield* Effect.fail(
      leafFault(
        named.firstPosition,
        `the archive ${named.file} does not have the SHA-256 that the event at position ${position} names`
      )
    );
  return yield* Either.mapLeft(archiveEntries(bytes), (fault) => ({
    ...fault,
    reason: `${fault.reason} in the archive ${named.file}`
  }));
});

/**
 * The archives that a walk over the log reads from. It keeps those that were used last in memory. Methods fail at the
 * first event that cannot be returned: with a fault if its archive is not the one that the log names, and with `UnreadArchive` if
 * the file is missing or unreadable.
 */
export class ArchiveShelf {
  readonly #classes = new Map<RetentionClass, ReadonlyMap<number, NamedArchive>>();
  readonly #open = new Map<string, Entries>();

  readonly #named = Effect.fnUntraced(function* (this: ArchiveShelf, row: ArchivedRow) {
    const known = this.#classes.get(row.class)?.get(row.archive);
    if (known !== undefined) return known;
    const archives = new Map((yield* storedArchives(row.class)).map((each) => [each.archive, each]));
    this.#classes.set(row.class, archives);
    const found = archives.get(row.archive);
    if (found !== undefined) return found;
    return yield* Effect.fail(
      leafFault(
        row.position,
        `the event is marked as archived, and no event names archive ${row.archive} of ${row.class}`
      )
    );
  });

  readonly #entries = Effect.fnUntraced(function* (this: ArchiveShelf, row: ArchivedRow) {
    const archive = yield* this.#named(row);
    const { file } = archive.named;
    const known = this.#open.get(file);
    this.#open.delete(file);
    const entries = known ?? new Map((yield* readArchive(archive)).map((entry) => [entry.position, entry]));
    this.#open.set(file, entries);
    for (const oldest of this.#open.keys()) if (this.#open.size > maxOpen) this.#open.delete(oldest);
    return { entries, file };
  });

  /** Returns the entry of an archived event. */
  readonly #entry = Effect.fnUntraced(function* (this: ArchiveShelf, row: ArchivedRow) {
    const { entries, file } = yield* this.#entries(row);
    const entry = entries.get(row.position);
    if (entry !== undefined && entry.leafHash === row.leafHash) return entry;
    return yield* Effect.fail(leafFault(row.position, `the archive ${file} does not have the event`));
  });

  /** Returns archived events with their personal values, as far as these were not erased, in the order of the rows. */
  readonly open = Effect.fnUntraced(function* (this: ArchiveShelf, rows: ReadonlyArray<ArchivedRow>) {
    const entries: Array<ArchiveEntry> = [];
    for (const row of rows)
      entries.push(
        yield* Effect.catchTag(this.#entry(row), "ArchiveUnavailable", ({ message }) =>
          Effect.fail(new UnreadArchive({ position: row.position, message }))
        )
      );
    return yield* (yield* ArchivedEvents).open(entries);
  });
}
