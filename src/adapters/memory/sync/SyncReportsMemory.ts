import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Record from "effect/Record";
import * as Struct from "effect/Struct";
import { minuteOf, minutesBefore } from "../../../domain/sync/stream/minuteOf.ts";
import {
  type MinuteCount,
  reportedMinutes,
  type StoredSyncReport,
  type SyncReport,
  SyncReports
} from "../../../domain/sync/stream/SyncReports.ts";
import { MemoryStore } from "../MemoryStore.ts";

interface Reported {
  readonly fence: number;
  readonly report: StoredSyncReport;
}

type State = ReadonlyMap<string, Reported>;

const addMinute = (
  minutes: ReadonlyArray<MinuteCount>,
  { at, events, records }: SyncReport
): ReadonlyArray<MinuteCount> => {
  const minute = minuteOf(at);
  const kept = minutes.filter((each) => each.minute > minutesBefore(at, reportedMinutes));
  if (events === 0 && records === 0) return kept;
  const before = kept.find((each) => each.minute === minute);
  const added = { minute, events: events + (before?.events ?? 0), records: records + (before?.records ?? 0) };
  return [...kept.filter((each) => each.minute !== minute), added].toSorted((a, b) => a.minute - b.minute);
};

const afterReport = (before: StoredSyncReport | undefined, report: SyncReport): StoredSyncReport => ({
  ...Struct.omit(report, "events", "records"),
  lastEventAt: report.lastEventAt ?? before?.lastEventAt ?? null,
  lastError: report.lastError ?? before?.lastError ?? null,
  collections: Record.map(report.collections, (at, nsid) => at ?? before?.collections[nsid] ?? null),
  minutes: addMinute(before?.minutes ?? [], report)
});

const makeSyncReports = Effect.map(MemoryStore, (store) => {
  const cell = store.cell<State>(new Map());
  return SyncReports.of({
    report: ({ fence }, report) =>
      cell.modify((all): readonly [undefined, State] => {
        const before = all.get(report.address);
        if (before !== undefined && before.fence > fence) return [undefined, all];
        return [undefined, new Map(all).set(report.address, { fence, report: afterReport(before?.report, report) })];
      }),
    find: (address) =>
      Effect.map(cell.get, (all) => Option.map(Option.fromNullable(all.get(address)), ({ report }) => report))
  });
});

/** Reports about sources in the memory of this process. */
export const layer: Layer.Layer<SyncReports, never, MemoryStore> = Layer.effect(SyncReports, makeSyncReports);
