import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import {
  type PublicationReport,
  PublicationReports
} from "../../../domain/transparency/publishing/PublicationReports.ts";
import { MemoryStore } from "../MemoryStore.ts";

const byTarget = (one: PublicationReport, other: PublicationReport): number =>
  one.target < other.target ? -1 : Number(one.target > other.target);

const makePublicationReports = Effect.map(MemoryStore, (store) => {
  const cell = store.cell<ReadonlyArray<PublicationReport>>([]);
  return PublicationReports.of({
    report: (report) =>
      cell.modify((stored) => [undefined, [...stored.filter(({ target }) => target !== report.target), report]]),
    all: Effect.map(cell.get, (stored) => stored.toSorted(byTarget))
  });
});

/** Reports about witnesses and anchors in memory. */
export const layer: Layer.Layer<PublicationReports, never, MemoryStore> = Layer.effect(
  PublicationReports,
  makePublicationReports
);
