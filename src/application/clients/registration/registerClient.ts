import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";
import { ClientId } from "../../../domain/client/ClientId.ts";
import type { ClientProposal } from "../../../domain/client/registration/ClientProposal.ts";
import * as decisions from "../../../domain/client/registration/decideClient.ts";
import { ClientRegistry } from "../../../domain/client/registry/ClientRegistry.ts";
import { randomText } from "../../../domain/crypto/SecureRandom.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { type ClientManager, clientEventMetadata, originOf } from "./ClientManager.ts";
import { freshSecret } from "./freshSecret.ts";
import { requireOwner } from "./requireOwner.ts";

/** The client that was registered, and its secret, which is shown only once; null for a client without a secret. */
interface ClientWithSecret {
  readonly clientId: ClientId;
  readonly secret: Redacted.Redacted<string> | null;
}

/**
 * Registers a client; `InvalidClient` names every problem of the proposal. `registrationTokenHash` is the hash of the
 * token with which the client may manage itself.
 */
export const registerClient = traced("registerClient")(function* (
  proposal: ClientProposal,
  manager: ClientManager,
  registrationTokenHash: string | null = null
) {
  yield* requireOwner(manager, proposal.mayAdminister ?? false);
  const clientId = ClientId.make(`client_${yield* randomText(16)}`);
  const { secret, hashed } = yield* freshSecret;
  const now = yield* Clock.currentTimeMillis;
  const origin = originOf(manager);
  const registration = { origin, secret: hashed, registrationTokenHash, now };
  const events = yield* decisions.registerClient(clientId, proposal, registration);
  const recorded = yield* appendEvents(
    streamName("client", clientId),
    0,
    events,
    clientEventMetadata(manager, clientId)
  ).pipe(Effect.catchTag("VersionConflict", Effect.die));
  const registry = yield* ClientRegistry;
  yield* registry.awaitPosition(recorded.at(-1)?.position ?? 0);
  return {
    clientId,
    secret: events.some((event) => "secret" in event && event.secret !== null) ? secret : null
  } satisfies ClientWithSecret;
});
