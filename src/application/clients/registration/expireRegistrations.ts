import * as Arr from "effect/Array";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { ClientId } from "../../../domain/client/ClientId.ts";
import { expireClient, isExpiredUnused } from "../../../domain/client/registration/expireClient.ts";
import { ClientRegistry } from "../../../domain/client/registry/ClientRegistry.ts";
import { systemActor } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { Lookup } from "../../../domain/event/Lookup.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { archiveStream } from "../../../domain/retention/EventsArchived.ts";
import { fewestRetainedDays } from "../../../domain/retention/RetentionLimit.ts";
import { endAuthorizationsOf } from "../../authorizations/endAuthorizationsOf.ts";
import { runPeriodically } from "../../background/runPeriodically.ts";
import { clients } from "../../event/aggregates.ts";
import { decide } from "../../event/decide.ts";
import { withLease } from "../../lease/withLease.ts";

/** How long one process holds the lease before another may continue, in milliseconds. */
const leaseMs = 10 * 60_000;

const dayMs = 24 * 60 * 60_000;

const readClientId = Schema.decodeOption(ClientId);

/** Whether a user ever completed a login through a client. */
const wasUsed = (clientId: string) =>
  Effect.flatMap(Lookup, ({ list }) =>
    Effect.map(list("authorization-of-client", clientId, null, 1), Arr.isNonEmptyReadonlyArray)
  );

/**
 * Whether the sign-ins through a client may have been archived. Until then, a registration is checked many times, and kept
 * after its first sign-in.
 */
const mayBeArchived = Effect.fnUntraced(function* (now: number) {
  const archives = yield* (yield* EventLog).load(archiveStream("access"));
  if (archives.length === 0) return () => false;
  const before = now - fewestRetainedDays * dayMs;
  return ({ registeredAt }: Pick<RegisteredClient, "registeredAt">) => (registeredAt ?? now) < before;
});

/** A user who signs in between the check and the event is signed out again, since the app is no longer known. */
const expireOne = Effect.fnUntraced(function* (clientId: ClientId, now: number) {
  if (yield* wasUsed(clientId)) return 0;
  const { position } = yield* decide({
    aggregate: clients,
    stream: streamName("client", clientId),
    metadata: () => ({ actor: systemActor, clientId }),
    decide: (state) => Effect.succeed({ events: expireClient(state, clientId, now), outcome: undefined })
  });
  if (yield* wasUsed(clientId)) yield* endAuthorizationsOf({ _tag: "OfClient", clientId }, "client-deleted");
  return position === 0 ? 0 : 1;
});

/** Expires the registrations that were not used in their first day, one event each. Returns how many there were. */
export const expireRegistrations = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis;
  const registry = yield* ClientRegistry;
  const isUnknown = yield* mayBeArchived(now);
  const old = (yield* registry.list).filter((client) => isExpiredUnused(client, now) && !isUnknown(client));
  const ids = Arr.filterMap(old, ({ clientId }) => readClientId(clientId));
  const expired = yield* Effect.forEach(ids, (clientId) => expireOne(clientId, now), { concurrency: 16 });
  return expired.reduce<number>((count, one) => count + one, 0);
});

/** Expires unused registrations about every ten minutes, indefinitely, in one process at a time. */
export const expireRegistrationsPeriodically = runPeriodically(
  "10 minutes",
  "Unused registrations were not expired"
)(withLease("registration-expiry", leaseMs)(expireRegistrations));
