import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import { hashSecret } from "../../domain/client/authentication/ClientSecret.ts";
import type { ClientEvent } from "../../domain/client/ClientEvent.ts";
import { ClientLifetimesSet } from "../../domain/client/ClientEvent.ts";
import * as decisions from "../../domain/client/registration/decideClient.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { here, left, type MoveInRow, taken } from "../../domain/movein/MoveInRow.ts";
import { type MovedClient, moveClient } from "../../domain/movein/moveClient.ts";
import type { OtherClient } from "../../domain/movein/OtherInstance.ts";
import { clientEventMetadata } from "../clients/registration/ClientManager.ts";
import { freshSecret } from "../clients/registration/freshSecret.ts";
import { clients as aggregate } from "../event/aggregates.ts";
import type { Append } from "../event/decideAcross.ts";
import { loadAggregate } from "../event/loadAggregate.ts";

/** A row, and what is appended for it. */
interface Decided {
  readonly row: MoveInRow;
  readonly appends: ReadonlyArray<Append>;
}

/** A secret that nobody has stands in for one that cannot be kept, until the operator rotates it. */
const storedSecret = Effect.fnUntraced(function* ({ secret }: MovedClient) {
  if (secret === null) return (yield* freshSecret).hashed;
  return hashSecret(yield* randomText(16), Redacted.value(secret));
});

const eventsOf = Effect.fnUntraced(function* (moved: MovedClient) {
  const { clientId, lifetimes, proposal } = moved;
  const secret = yield* storedSecret(moved);
  const now = yield* Clock.currentTimeMillis;
  const registration = { origin: "operator", secret, registrationTokenHash: null, now } as const;
  return Either.map(
    decisions.registerClient(clientId, proposal, registration),
    (registered): ReadonlyArray<ClientEvent> =>
      lifetimes === null ? registered : [...registered, new ClientLifetimesSet({ clientId, ...lifetimes })]
  );
});

const decideMoved = Effect.fnUntraced(function* (moved: MovedClient) {
  const { clientId, notes } = moved;
  const rowOf = (outcome: MoveInRow["outcome"]): MoveInRow => ({ kind: "client", id: clientId, outcome });
  const stream = streamName("client", clientId);
  const { state, version } = yield* loadAggregate(aggregate, stream);
  if (state._tag === "Registered") return { row: rowOf(here), appends: [] } satisfies Decided;
  if (state._tag === "Deleted") return { row: rowOf(left("deleted-here")), appends: [] } satisfies Decided;
  const events = yield* eventsOf(moved);
  if (Either.isLeft(events)) return { row: rowOf(left("invalid", events.left.message)), appends: [] } satisfies Decided;
  const metadata = clientEventMetadata({ _tag: "Operator" }, clientId);
  return {
    row: rowOf(taken(...notes)),
    appends: [{ stream, version, events: events.right, metadata }]
  } satisfies Decided;
});

const decideOne = (client: OtherClient, supportedScopes: string | null) =>
  Either.match(moveClient(client, supportedScopes), {
    onLeft: ({ detail, reason }) =>
      Effect.succeed<Decided>({
        row: { kind: "client", id: client.clientId, outcome: left(reason, detail) },
        appends: []
      }),
    onRight: decideMoved
  });

/**
 * Decides which clients of another instance are registered here, with their ids, secrets and redirect URIs. Those that the
 * operator skips are not among them. A client that is registered here stays as it is.
 */
export const decideClients = Effect.fnUntraced(function* (
  clients: ReadonlyArray<OtherClient>,
  supportedScopes: string | null
) {
  const decided = yield* Effect.forEach(clients, (client) => decideOne(client, supportedScopes));
  return { rows: decided.map(({ row }) => row), appends: decided.flatMap(({ appends }) => appends) };
});
