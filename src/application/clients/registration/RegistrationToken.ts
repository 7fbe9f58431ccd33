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

/**
 * The presented registration access token manages no client: it belongs to another client, was replaced, or does not
 * exist.
 */
export class RegistrationTokenRefused extends Schema.TaggedError<RegistrationTokenRefused>()(
  "RegistrationTokenRefused",
  {}
) {}

/** Generates a registration access token (RFC 7592 section 3), and the hash that is stored. */
export const freshRegistrationToken = Effect.map(randomText(32), (random) => {
  const token = `registration_${random}`;
  return { token: Redacted.make(token), hash: sha256Base64Url(token) };
});

/** Whether a token is the current registration access token of a client. */
export const isRegistrationToken = (client: RegisteredClient, presented: Redacted.Redacted): boolean =>
  constantTimeEqual(client.registrationTokenHash ?? "", sha256Base64Url(Redacted.value(presented)));

/** Returns the client that the caller may manage, by its id and its registration access token. */
export const managedClient = Effect.fnUntraced(
  function* (clientId: string, presented: Redacted.Redacted) {
    const id = yield* Schema.decodeOption(ClientId)(clientId);
    const registry = yield* ClientRegistry;
    const client = yield* Effect.flatten(registry.get(id));
    return isRegistrationToken(client, presented) ? { clientId: id, client } : yield* Option.none();
  },
  Effect.catchTag("NoSuchElementException", () => new RegistrationTokenRefused())
);
