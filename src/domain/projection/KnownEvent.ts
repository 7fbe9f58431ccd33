import * as Schema from "effect/Schema";
import type { VersionedEvent } from "../event/assignVersions.ts";
import { DomainEvent, type EventType } from "../event/DomainEvent.ts";

type StoredEvents = { readonly [E in typeof DomainEvent.Encoded as E["_tag"]]: E };

/** An event of a type that this version knows, with its data as the log stores it. */
export type KnownEvent<Type extends EventType = EventType> = {
  readonly [T in Type]: Omit<VersionedEvent, "type" | "data"> & { readonly type: T; readonly data: StoredEvents[T] };
}[Type];

/** Checks of the stored form by type. Appends wait for them, and they cost a tenth of decoding. */
const checks: ReadonlyMap<string, (data: unknown) => boolean> = new Map(
  DomainEvent.members.flatMap((member): ReadonlyArray<readonly [string, (data: unknown) => boolean]> => {
    const classes = "members" in member ? member.members : [member];
    return classes.map((each) => [each._tag, Schema.is(Schema.encodedSchema(Schema.make(each.ast)))]);
  })
);

/** Whether this version can read an event: it knows the type, and the data has the members of the type. */
export const isKnownEvent = <Event extends VersionedEvent>(event: Event): event is Event & KnownEvent =>
  checks.get(event.type)?.({ ...event.data, _tag: event.type }) ?? false;
