import * as Option from "effect/Option";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import type { ArchivedRow } from "../../domain/retention/ArchivedRow.ts";
import { RowsDigest } from "../../domain/retention/RowsDigest.ts";
import { type NamedArchive, namedArchive } from "../retention/storedArchives.ts";

const nameOf = ({ archive, class: of }: Pick<ArchivedRow, "archive" | "class">): string => `${of} ${archive}`;

/** An archive with the rows that the database has of it; either can be missing. */
export interface FoundArchive {
  readonly archive: NamedArchive | null;
  /** What was found of its rows: how many there are, the first position, and whether they are those that the event names. */
  readonly rows: number;
  readonly first: number;
  readonly isWhole: boolean;
}

/** Compares what is kept of archived events with the events that name the archives, while the log is walked through. */
export class ArchivedRowsCheck {
  readonly #rows = new Map<string, RowsDigest>();
  readonly #archives = new Map<string, NamedArchive>();
  #count = 0;

  /** The number of archived events so far. */
  count(): number {
    return this.#count;
  }

  addRow(row: ArchivedRow): void {
    const digest = this.#rows.get(nameOf(row)) ?? new RowsDigest();
    this.#rows.set(nameOf(row), digest);
    digest.add(row);
    this.#count += 1;
  }

  addEvent(event: RecordedEvent): void {
    if (event.type !== "EventsArchived.v1") return;
    const found = Option.getOrNull(namedArchive(event));
    if (found !== null) this.#archives.set(nameOf({ archive: found.archive, class: found.named.class }), found);
  }

  /** Returns every archive that the log names or that a row belongs to. */
  found(): ReadonlyArray<FoundArchive> {
    const names = new Set([...this.#archives.keys(), ...this.#rows.keys()]);
    return [...names].map((name) => {
      const archive = this.#archives.get(name) ?? null;
      const rows = this.#rows.get(name);
      return {
        archive,
        rows: rows?.count() ?? 0,
        first: rows?.first() ?? archive?.named.firstPosition ?? 1,
        isWhole: archive !== null && rows?.text() === archive.named.rows
      };
    });
  }
}
