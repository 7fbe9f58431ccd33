import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import type { TokenEndpointAuthMethod } from "../../domain/client/ClientEvent.ts";
import { ClientRegistry } from "../../domain/client/ClientRegistry.ts";
import { hashSecret, secretMatches } from "../../domain/client/ClientSecret.ts";

/** A client that is not who it says (RFC 6749 section 5.2, `invalid_client`). */
export class ClientAuthenticationFailed extends Schema.TaggedError<ClientAuthenticationFailed>()(
  "ClientAuthenticationFailed",
  { reason: Schema.Literal("unknown-client", "wrong-method", "wrong-secret") }
) {}

/** Compared against when there is no client, so that an unknown id takes as long as a wrong secret. */
const nobody = hashSecret("", "");

const check = (client: Option.Option<RegisteredClient>, method: TokenEndpointAuthMethod, secret: string | null) => {
  const kept = Option.match(client, { onNone: () => null, onSome: ({ secret: own }) => own });
  const matches = secretMatches(kept ?? nobody, secret ?? "") && kept !== null;
  if (Option.isNone(client)) return new ClientAuthenticationFailed({ reason: "unknown-client" });
  if (client.value.tokenEndpointAuthMethod !== method)
    return new ClientAuthenticationFailed({ reason: "wrong-method" });
  if (method !== "none" && !matches) return new ClientAuthenticationFailed({ reason: "wrong-secret" });
  return client.value;
};

/** Finds a client and checks that it proves itself exactly as it is registered (RFC 6749 section 2.3). */
export const authenticateClient = Effect.fn("authenticateClient")(function* (presented: {
  readonly clientId: string;
  readonly method: TokenEndpointAuthMethod;
  readonly secret: string | null;
}) {
  const registry = yield* ClientRegistry;
  const checked = check(yield* registry.get(presented.clientId), presented.method, presented.secret);
  return checked instanceof ClientAuthenticationFailed ? yield* checked : checked;
});
