import type { VersionedEvent } from "../event/assignVersions.ts";
import type { EventType } from "../event/DomainEvent.ts";
import { ignored } from "./ignored.ts";
import { isKnownEvent, type KnownEvent } from "./KnownEvent.ts";

/**
 * A projection as a table: for each type of event, what such an event changes, or null. It does not compile while a
 * type is missing, such as a new version of one.
 */
export type ByType<Change> = { readonly [Type in EventType]: (event: KnownEvent<Type>) => Change | null };

/** Returns what a known event changes according to a table, or null. */
export const changeBy = <Change, Type extends EventType>(
  table: ByType<Change>,
  event: KnownEvent<Type>
): Change | null => table[event.type](event);

/**
 * Returns what an event changes according to a table, or null. An event that this version cannot read changes nothing.
 */
export const changeOf = <Change>(table: ByType<Change>, event: VersionedEvent): Change | null =>
  isKnownEvent(event) ? changeBy(table, event) : null;

/** Returns the types whose events can change something according to a table. */
export const changingTypes = (table: ByType<unknown>): ReadonlyArray<string> =>
  Object.entries(table).flatMap(([type, change]) => (change === ignored ? [] : [type]));
