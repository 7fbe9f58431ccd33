import * as Effect from "effect/Effect";
import * as PubSub from "effect/PubSub";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import { cursorAfter, rejectionOf } from "../../../domain/record/change/ChangeCursor.ts";
import type { RecordChanges } from "../../../domain/record/change/RecordChanges.ts";
import type { Cell } from "../MemoryStore.ts";
import { changesAfter, forgetChanges } from "./ChangeLog.ts";
import { isHidden, type RecordState } from "./RecordState.ts";

/** Returns the change log of an index in memory, whose commits are published. */
export const recordChanges = (
  cell: Cell<RecordState>,
  commits: PubSub.PubSub<number>,
  epoch: string
): RecordChanges["Type"] => {
  return {
    head: Effect.map(cell.get, ({ changeLog: { commit } }) => ({ epoch, commit, n: null })),
    read: (after, limit) =>
      Effect.flatMap(cell.get, (state) => {
        const { changeLog } = state;
        const extent = { epoch, commit: changeLog.commit, forgotten: changeLog.forgotten };
        const rejected = rejectionOf(after, extent);
        if (rejected !== null) return Effect.fail(rejected);
        const changes = changesAfter(changeLog, after, limit).map((change) => ({
          ...change,
          isHidden: isHidden(state, { did: recordAddress(change.uri).did, uri: change.uri })
        }));
        return Effect.succeed({
          changes,
          cursor: cursorAfter(changes.at(-1)?.position, changes.length === limit, extent)
        });
      }),
    commits: PubSub.subscribe(commits),
    forget: (before, limit) =>
      cell.modify((state) => {
        const [count, changeLog] = forgetChanges(state.changeLog, before, limit);
        return [count, { ...state, changeLog }];
      })
  };
};
