import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import type { Did } from "../../../domain/atproto/Did.ts";
import { LabelDefinitions } from "../../../domain/label/LabelDefinitions.ts";
import { LabelPreferences } from "../../../domain/label/LabelPreferences.ts";
import { LabelStore } from "../../../domain/label/LabelStore.ts";
import { type LabelSubject, subjectText } from "../../../domain/label/LabelSubject.ts";
import { Takedowns } from "../../../domain/label/Takedowns.ts";
import type { Cell } from "../MemoryStore.ts";
import * as Labels from "./LabelState.ts";
import type { RecordState } from "./RecordState.ts";

/** The ports of labels. */
export type LabelPorts = LabelStore | LabelDefinitions | LabelPreferences | Takedowns;

const byText = (left: LabelSubject, right: LabelSubject): number => (subjectText(left) < subjectText(right) ? -1 : 1);

const takedowns = (cell: Cell<RecordState>) => {
  const subjects = (state: RecordState) => [...HashMap.values(state.takedowns)];
  return Takedowns.of({
    ended: (now, limit) =>
      Effect.map(cell.get, (state) =>
        subjects(state)
          .filter(({ until }) => until !== null && until <= now)
          .slice(0, limit)
          .map(({ subject }) => subject)
      ),
    list: (after, limit) =>
      Effect.map(cell.get, (state) =>
        subjects(state)
          .map(({ subject }) => subject)
          .filter((subject) => after === null || subjectText(subject) > after)
          .sort(byText)
          .slice(0, limit)
      ),
    authors: Effect.map(
      cell.get,
      (state) =>
        new Set<Did>(subjects(state).flatMap(({ subject: { did } }) => (HashMap.has(state.hidden, did) ? [] : [did])))
    ),
    find: (asked) =>
      Effect.map(
        cell.get,
        (state) => new Set<string>(asked.map(subjectText).filter((text) => HashMap.has(state.takedowns, text)))
      )
  });
};

/** Implements the ports of labels over the state of the record index, so that its queries see the labels. */
export const labelPorts = (cell: Cell<RecordState>): Context.Context<LabelPorts> => {
  const read = <A>(of: (state: Labels.LabelState) => A) => Effect.map(cell.get, ({ labels }) => of(labels));
  const change = (next: (state: Labels.LabelState) => Labels.LabelState) =>
    cell.modify((state) => [undefined, { ...state, labels: next(state.labels) }]);
  const isGrave = (state: Labels.LabelState, now: number) => (subject: LabelSubject) =>
    Labels.takedownOf(state, subject, now);
  const store = LabelStore.of({
    put: (labels) => change((state) => Labels.putLabels(state, labels)),
    list: (filter, after, limit) => read((state) => Labels.listLabels(state, filter, after, limit)),
    count: (filter) => read((state) => Labels.countLabels(state, filter)),
    takedownsOf: (subjects, now) => read((state) => subjects.flatMap(isGrave(state, now))),
    takedowns: (after, limit, now) =>
      read((state) =>
        Labels.labeledSubjects(state, () => true, after, Number.POSITIVE_INFINITY)
          .flatMap(isGrave(state, now))
          .slice(0, limit)
      ),
    subjectsWith: (val, after, limit) =>
      read((state) => Labels.labeledSubjects(state, (label) => label.val === val, after, limit)),
    sources: read(Labels.labelSources),
    removeOf: (src, limit) =>
      cell.modify((state) => {
        const [subjects, labels] = Labels.removeLabelsOf(state.labels, src, limit);
        return [subjects, { ...state, labels }];
      })
  });
  const definitions = LabelDefinitions.of({
    list: read(Labels.listDefinitions),
    add: (definition) => change((state) => Labels.addDefinition(state, definition))
  });
  const preferences = LabelPreferences.of({
    of: (did) => read((state) => Labels.preferencesOf(state, did)),
    set: (did, val, visibility) => change((state) => Labels.setPreference(state, did, val, visibility))
  });
  return Context.make(LabelStore, store).pipe(
    Context.add(LabelDefinitions, definitions),
    Context.add(LabelPreferences, preferences),
    Context.add(Takedowns, takedowns(cell))
  );
};
