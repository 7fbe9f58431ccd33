import * as Chunk from "effect/Chunk";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { type ChangeCursor, isAfterCursor } from "../../../domain/record/change/ChangeCursor.ts";
import type { RecordChange } from "../../../domain/record/change/RecordChange.ts";

/** A change without what depends on when it is read. */
export type LoggedChange = Omit<RecordChange, "isHidden">;

/** A change and the time of its commit, in Unix milliseconds. */
interface Logged {
  readonly change: LoggedChange;
  readonly committedAt: number;
}

/** The change log of an index: the number of the last commit, that of the last forgotten one, and the changes since. */
export interface ChangeLog {
  readonly commit: number;
  readonly forgotten: number;
  readonly changes: Chunk.Chunk<Logged>;
}

export const emptyChangeLog: ChangeLog = { commit: 0, forgotten: 0, changes: Chunk.empty() };

/** Returns the change log without what it holds of the records of an account. */
export const eraseChanges = (log: ChangeLog, did: Did): ChangeLog => ({
  ...log,
  changes: Chunk.map(log.changes, (logged) =>
    recordAddress(logged.change.uri).did === did
      ? { ...logged, change: { ...logged.change, before: null, after: null } }
      : logged
  )
});

/** Returns the first changes after a cursor. */
export const changesAfter = (log: ChangeLog, cursor: ChangeCursor, limit: number): ReadonlyArray<LoggedChange> =>
  Array.from(log.changes, ({ change }) => change)
    .filter(({ position }) => isAfterCursor(position, cursor))
    .slice(0, limit);

/** Returns the change log without the first commits before a time, and their number. */
export const forgetChanges = (log: ChangeLog, before: number, limit: number): readonly [number, ChangeLog] => {
  const commits = new Set(
    Array.from(log.changes).flatMap(({ change, committedAt }) => (committedAt < before ? [change.position.commit] : []))
  );
  const gone = new Set([...commits].slice(0, limit));
  const forgotten = Math.max(log.forgotten, ...gone);
  const changes = Chunk.filter(log.changes, ({ change }) => !gone.has(change.position.commit));
  return [gone.size, { ...log, forgotten, changes }];
};
