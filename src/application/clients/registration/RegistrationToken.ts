import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import type { RegisteredClient } from "../../../domain/client/Client.ts";
import { ClientId } from "../../../domain/client/ClientId.ts";
import { ClientRegistry } from "../../../domain/client/registry/ClientRegistry.ts";
import { constantTimeEqual } from "../../../domain/crypto/constantTimeEqual.ts";
import { randomText } from "../../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";

/** No client can be managed with what was presented: another's token, a replaced one, or none there is. */
export class RegistrationTokenRefused extends Schema.TaggedError<RegistrationTokenRefused>()(
  "RegistrationTokenRefused",
  {}
) {}

/** A new registration access token (RFC 7592 section 3), and what is kept of it. */
export const freshRegistrationToken = Effect.map(randomText(32), (random) => {
  const token = `registration_${random}`;
  return { token: Redacted.make(token), hash: sha256Base64Url(token) };
});

/** Whether a token is the one that a client is managed with. */
export const isRegistrationToken = (client: RegisteredClient, presented: Redacted.Redacted): boolean =>
  constantTimeEqual(client.registrationTokenHash ?? "", sha256Base64Url(Redacted.value(presented)));

/** The client that somebody may manage, by its id and its registration access token. */
export const managedClient = Effect.fnUntraced(
  function* (clientId: string, presented: Redacted.Redacted) {
    const id = yield* Schema.decodeOption(ClientId)(clientId);
    const registry = yield* ClientRegistry;
    const client = yield* Effect.flatten(registry.get(id));
    return isRegistrationToken(client, presented) ? { clientId: id, client } : yield* Option.none();
  },
  Effect.catchTag("NoSuchElementException", () => new RegistrationTokenRefused())
);
