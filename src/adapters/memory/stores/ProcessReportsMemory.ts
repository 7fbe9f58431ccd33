import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type HealthMinute, healthMinutes } from "../../../domain/health/HealthMinute.ts";
import { type ProcessReport, ProcessReports } from "../../../domain/health/ProcessReports.ts";
import { minutesBefore } from "../../../domain/sync/stream/minuteOf.ts";
import { MemoryStore } from "../MemoryStore.ts";

type State = ReadonlyMap<string, ProcessReport>;

const replaceMinutes = (before: ReadonlyArray<HealthMinute>, after: ReadonlyArray<HealthMinute>, oldest: number) =>
  [...before.filter(({ minute }) => !after.some((each) => each.minute === minute)), ...after]
    .filter(({ minute }) => minute > oldest)
    .toSorted((left, right) => left.minute - right.minute);

const afterReport = (all: State, report: ProcessReport): State => {
  const oldest = minutesBefore(report.at, healthMinutes);
  const kept = [...all].filter(([, { at }]) => at > oldest);
  const before = new Map(
    kept.map(([id, each]) => [id, { ...each, minutes: replaceMinutes(each.minutes, [], oldest) }])
  );
  const minutes = replaceMinutes(before.get(report.state.id)?.minutes ?? [], report.minutes, oldest);
  return before.set(report.state.id, { ...report, minutes });
};

const makeProcessReports = Effect.map(MemoryStore, (store) => {
  const cell = store.cell<State>(new Map());
  return ProcessReports.of({
    report: (report) => cell.modify((all) => [undefined, afterReport(all, report)]),
    list: Effect.map(cell.get, (all) =>
      [...all.values()].toSorted(
        ({ state: left }, { state: right }) => left.startedAt - right.startedAt || (left.id < right.id ? -1 : 1)
      )
    )
  });
});

/** Reports of processes in the memory of this process. */
export const layer: Layer.Layer<ProcessReports, never, MemoryStore> = Layer.effect(ProcessReports, makeProcessReports);
