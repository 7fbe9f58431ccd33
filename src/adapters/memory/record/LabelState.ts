import * as HashMap from "effect/HashMap";
import * as Option from "effect/Option";
import type { Did } from "../../../domain/atproto/Did.ts";
import { compareLabels, isActive, type Label, labelKeyText } from "../../../domain/label/Label.ts";
import type { LabelDefinition, LabelVisibility } from "../../../domain/label/LabelDefinition.ts";
import type { LabelFilter, LabelPosition, Takedown } from "../../../domain/label/LabelStore.ts";
import { type LabelSubject, subjectText } from "../../../domain/label/LabelSubject.ts";
import { seededDefinitions } from "../../../domain/label/seededDefinitions.ts";

type OfSubject = HashMap.HashMap<string, Label>;

/** The immutable labels of an instance, their definitions, and the preferences of users. */
export interface LabelState {
  /** By the text of the subject, then by that of the key. */
  readonly labels: HashMap.HashMap<string, OfSubject>;
  readonly definitions: HashMap.HashMap<string, LabelDefinition>;
  /** By DID. */
  readonly preferences: HashMap.HashMap<string, ReadonlyMap<string, LabelVisibility>>;
}

export const emptyLabels: LabelState = {
  labels: HashMap.empty(),
  definitions: HashMap.fromIterable(seededDefinitions.map((each) => [each.val, each] as const)),
  preferences: HashMap.empty()
};

const byText = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1);

const ofSubject = ({ labels }: LabelState, text: string): OfSubject =>
  Option.getOrElse(HashMap.get(labels, text), () => HashMap.empty());

const putLabel = (state: LabelState, label: Label): LabelState => {
  const [text, key] = [subjectText(label.subject), labelKeyText(label)];
  const known = ofSubject(state, text);
  const before = Option.getOrNull(HashMap.get(known, key));
  if (before !== null && compareLabels(label, before) <= 0) return state;
  return { ...state, labels: HashMap.set(state.labels, text, HashMap.set(known, key, label)) };
};

export const putLabels = (state: LabelState, labels: ReadonlyArray<Label>): LabelState =>
  labels.reduce(putLabel, state);

const allLabels = ({ labels }: LabelState): ReadonlyArray<Label> =>
  [...HashMap.values(labels)].flatMap((some) => [...HashMap.values(some)]);

const matching = (state: LabelState, { src, uri, val }: LabelFilter): ReadonlyArray<Label> =>
  (uri === null ? allLabels(state) : [...HashMap.values(ofSubject(state, uri))]).filter(
    (label) => (src === null || label.src === src) && (val === null || label.val === val)
  );

export const countLabels = (state: LabelState, filter: LabelFilter): number => matching(state, filter).length;

const latestFirst = (left: Label, right: Label): number =>
  right.cts - left.cts || byText(labelKeyText(left), labelKeyText(right));

const isBehind = (label: Label, after: LabelPosition | null): boolean =>
  after === null || label.cts < after.cts || (label.cts === after.cts && labelKeyText(label) > after.key);

export const listLabels = (
  state: LabelState,
  filter: LabelFilter,
  after: LabelPosition | null,
  limit: number
): ReadonlyArray<Label> =>
  matching(state, filter)
    .filter((label) => isBehind(label, after))
    .sort(latestFirst)
    .slice(0, limit);

/** Returns the active labels of a subject, by source and value. */
export const activeLabels = (state: LabelState, subject: string, now: number): ReadonlyArray<Label> =>
  [...HashMap.values(ofSubject(state, subject))]
    .filter((label) => isActive(label, now))
    .sort((left, right) => byText(left.src, right.src) || byText(left.val, right.val));

const lastEnd = (labels: ReadonlyArray<Label>): number | null =>
  labels.reduce<number | null>((last, { exp }) => (last === null || exp === null ? null : Math.max(last, exp)), 0);

/** Returns whether a subject is to be hidden, and until when. */
export const takedownOf = (state: LabelState, subject: LabelSubject, now: number): ReadonlyArray<Takedown> => {
  const grave = activeLabels(state, subjectText(subject), now).filter(
    ({ val }) => Option.getOrNull(HashMap.get(state.definitions, val))?.severity === "TAKEDOWN"
  );
  return grave.length === 0 ? [] : [{ subject, until: lastEnd(grave) }];
};

/** Returns the first subjects after one that have a label. */
export const labeledSubjects = (
  state: LabelState,
  isWanted: (label: Label) => boolean,
  after: string | null,
  limit: number
): ReadonlyArray<LabelSubject> => {
  const found = new Map(
    allLabels(state)
      .filter(isWanted)
      .map(({ subject }) => [String(subjectText(subject)), subject] as const)
  );
  return [...found]
    .filter(([text]) => after === null || text > after)
    .sort(([left], [right]) => byText(left, right))
    .slice(0, limit)
    .map(([, subject]) => subject);
};

export const labelSources = (state: LabelState): ReadonlyArray<Did> =>
  [...new Set(allLabels(state).map(({ src }) => src))].sort(byText);

/** Returns some labels of a source, and the state without them. */
export const removeLabelsOf = (
  state: LabelState,
  src: Did,
  limit: number
): readonly [ReadonlyArray<LabelSubject>, LabelState] => {
  const gone = matching(state, { src, uri: null, val: null }).slice(0, limit);
  const labels = gone.reduce(
    (all, label) =>
      HashMap.modify(all, subjectText(label.subject), (some) => HashMap.remove(some, labelKeyText(label))),
    state.labels
  );
  return [gone.map(({ subject }) => subject), { ...state, labels }];
};

export const preferencesOf = (state: LabelState, did: string): ReadonlyMap<string, LabelVisibility> =>
  Option.getOrElse(HashMap.get(state.preferences, did), () => new Map());

export const setPreference = (state: LabelState, did: Did, val: string, visibility: LabelVisibility): LabelState => ({
  ...state,
  preferences: HashMap.set(state.preferences, did, new Map([...preferencesOf(state, did), [val, visibility]]))
});

export const addDefinition = (state: LabelState, definition: LabelDefinition): LabelState =>
  HashMap.has(state.definitions, definition.val)
    ? state
    : { ...state, definitions: HashMap.set(state.definitions, definition.val, definition) };

export const listDefinitions = ({ definitions }: LabelState): ReadonlyArray<LabelDefinition> =>
  [...HashMap.values(definitions)].sort((left, right) => byText(left.val, right.val));
