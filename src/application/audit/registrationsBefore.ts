import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { AuditTrail } from "../../domain/audit/AuditTrail.ts";
import type { Registration } from "../../domain/audit/registrationChange.ts";
import type { DomainEvent } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { traced } from "../../domain/failure/traced.ts";
import { decodeRecorded } from "../event/decodeRecorded.ts";

const updates = ["ClientUpdated.v1", "ClientUpdated.v2"];
const types = ["ClientRegistered.v1", "ClientRegistered.v2", ...updates];

const isRegistration = (event: DomainEvent): event is Registration => types.includes(event._tag);

const registrationBefore = Effect.fnUntraced(function* ({ position, stream }: RecordedEvent) {
  const trail = yield* AuditTrail;
  const filter = { stream, types };
  const [before] = yield* trail.page({ filter, order: "newest first", after: position, upTo: null, limit: 1 });
  if (before === undefined) return [];
  return Either.match(decodeRecorded(before), {
    onLeft: () => [],
    onRight: (event) => (isRegistration(event) ? [[position, event] as const] : [])
  });
});

/** Reads the registration that each change of an app replaced, by the position of the change. Archived ones are left out. */
export const registrationsBefore = traced("registrationsBefore")(function* (events: ReadonlyArray<RecordedEvent>) {
  const changes = events.filter(({ type }) => updates.includes(type));
  const found = yield* Effect.forEach(changes, registrationBefore, { concurrency: 4 });
  return new Map(found.flat());
});
