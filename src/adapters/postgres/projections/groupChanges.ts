import type { VersionedEvent } from "../../../domain/event/assignVersions.ts";
import { type StoredChange, storedChanges } from "../../../domain/projection/storedChanges.ts";

/**
 * Changes of stored projections as `apply_changes` takes them: groups of changes with one name, each of another row, so
 * that one statement applies a group. Keys and appends of all groups are in one array each.
 */
export interface ChangeGroups {
  readonly names: ReadonlyArray<string>;
  /** The place of the last key of each group, from 1. */
  readonly ends: ReadonlyArray<number>;
  /** What the changes of each group hold besides their keys, as JSON by key; null for nothing. */
  readonly details: ReadonlyArray<string | null>;
  readonly keys: ReadonlyArray<string>;
  /** The append that each change belongs to. */
  readonly appends: ReadonlyArray<number>;
}

interface Group {
  readonly name: string;
  readonly round: number;
  readonly keys: Array<string>;
  readonly appends: Array<number>;
  readonly details: Map<string, object>;
}

/** Changes that need the position of their event, which the database assigns: they are sent with its id. */
const positioned: ReadonlySet<StoredChange["_tag"]> = new Set<StoredChange["_tag"]>([
  "authorization-granted",
  "repository-requested",
  "every-repository-requested",
  "report-created"
]);

const addTo = (
  { appends, details, keys }: Group,
  change: StoredChange,
  event: VersionedEvent,
  append: number
): void => {
  const { _tag: name, key, ...others } = change;
  keys.push(key);
  appends.push(append);
  if (positioned.has(name)) details.set(key, { ...others, event: event.id });
  else if (Object.keys(others).length > 0) details.set(key, others);
};

/**
 * Groups what events change, given the append that each of them belongs to. A key that comes again belongs to a later
 * round, so that the changes of one row stay in their order.
 */
const groupsOf = (events: ReadonlyArray<VersionedEvent>, appends: ReadonlyArray<number>): ReadonlyArray<Group> => {
  const groups = new Map<string, Group>();
  const rounds = new Map<string, number>();
  for (const [index, event] of events.entries())
    for (const change of storedChanges(event)) {
      const round = rounds.get(change.key) ?? 0;
      rounds.set(change.key, round + 1);
      const id = `${round} ${change._tag}`;
      const group = groups.get(id) ?? { name: change._tag, round, keys: [], appends: [], details: new Map() };
      groups.set(id, group);
      addTo(group, change, event, appends[index] ?? 0);
    }
  return [...groups.values()].toSorted((left, right) => left.round - right.round);
};

/** Groups what the events of some appends change in the stored projections. */
export const groupChanges = (
  events: ReadonlyArray<VersionedEvent>,
  appends: ReadonlyArray<number>,
  isWanted: (name: string) => boolean = () => true
): ChangeGroups => {
  const groups = groupsOf(events, appends).filter(({ name }) => isWanted(name));
  let end = 0;
  return {
    names: groups.map(({ name }) => name),
    ends: groups.map(({ keys }) => {
      end += keys.length;
      return end;
    }),
    details: groups.map(({ details }) => (details.size === 0 ? null : JSON.stringify(Object.fromEntries(details)))),
    keys: groups.flatMap(({ keys }) => keys),
    appends: groups.flatMap(({ appends }) => appends)
  };
};
