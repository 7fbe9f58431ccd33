import { traced } from "../../domain/failure/traced.ts";
import { ArchivedEvents } from "../../domain/retention/ArchivedEvents.ts";
import type { ArchivedRow } from "../../domain/retention/ArchivedRow.ts";
import { type NamedArchive, storedArchives } from "./storedArchives.ts";

/** What the database keeps of an archived event, and the archive that has it; null if no event of the log names one. */
export interface FoundArchived {
  readonly row: ArchivedRow;
  readonly archive: NamedArchive | null;
}

/** Returns where the archived event at a position is; null for a position whose event was not archived. */
export const findArchived = traced("findArchived")(function* (position: number) {
  const [row] = yield* (yield* ArchivedEvents).range({ after: position - 1, upTo: position });
  if (row === undefined) return null;
  const archives = yield* storedArchives(row.class);
  const archive = archives.find((each) => each.archive === row.archive) ?? null;
  return { row, archive } satisfies FoundArchived;
});
