import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import {
  ClientAssertions,
  checkAssertion,
  InvalidAssertion
} from "../../domain/client/authentication/ClientAssertion.ts";
import { type HashedSecret, presentedSecret } from "../../domain/client/authentication/ClientSecret.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import type { TokenEndpointAuthMethod } from "../../domain/client/ClientEvent.ts";
import { holdsSecret } from "../../domain/client/registration/decideClient.ts";
import { SecretUses } from "../../domain/client/use/SecretUses.ts";
import { ReplayGuard } from "../../domain/dpop/ReplayGuard.ts";
import { traced } from "../../domain/failure/traced.ts";
import { clientKeys, refetchClientKeys } from "../clients/document/clientKeys.ts";
import { findClient } from "../clients/findClient.ts";
import { PublicUrl } from "../instance/PublicUrl.ts";

/** A client that failed to authenticate (RFC 6749 section 5.2, `invalid_client`). */
export class ClientAuthenticationFailed extends Schema.TaggedError<ClientAuthenticationFailed>()(
  "ClientAuthenticationFailed",
  { reason: Schema.Literal("unknown-client", "wrong-method", "wrong-secret") }
) {}

/** The credentials that a client presents. `clientId` is null when only its assertion contains it. */
export interface PresentedClient {
  readonly clientId: string | null;
  readonly method: TokenEndpointAuthMethod;
  readonly secret: string | null;
  readonly assertion?: string | null;
}

/** An authenticated client, and the thumbprint of the key it authenticated with; null for every other method. */
export interface AuthenticatedClient extends RegisteredClient {
  readonly assertionKey: string | null;
}

/** A client that authenticates as it is registered, and which of its secrets it did so with, if with one. */
interface CheckedClient {
  readonly client: RegisteredClient;
  readonly secret: HashedSecret | null;
}

/** The secrets are compared even if there is no such client, so that an unknown id takes as long as a wrong secret. */
const check = (
  found: Option.Option<RegisteredClient>,
  { method, secret }: PresentedClient,
  now: number
): CheckedClient | ClientAuthenticationFailed => {
  const client = Option.getOrNull(found);
  const matching = presentedSecret(client, secret ?? "", now);
  if (client === null) return new ClientAuthenticationFailed({ reason: "unknown-client" });
  if (client.tokenEndpointAuthMethod !== method) return new ClientAuthenticationFailed({ reason: "wrong-method" });
  if (!holdsSecret(method)) return { client, secret: null };
  return matching === null ? new ClientAuthenticationFailed({ reason: "wrong-secret" }) : { client, secret: matching };
};

/** The clocks of processes may differ, so an assertion is remembered for longer than it is valid. */
const replayMarginMs = 60_000;

/** An unknown key may be new, so the published keys are fetched once more. */
const verify = Effect.fnUntraced(function* (client: RegisteredClient, assertion: string) {
  const assertions = yield* ClientAssertions;
  return yield* assertions.verify(assertion, yield* clientKeys(client)).pipe(
    Effect.catchIf(
      ({ reason }) => reason === "unknown-key" || reason === "bad-signature",
      () => Effect.flatMap(refetchClientKeys(client), (keys) => assertions.verify(assertion, keys))
    )
  );
});

/**
 * An assertion is accepted once across all processes, and its key must not be the DPoP key (RFC 7523 section 3, RFC
 * 9449 section 11.6).
 */
const checkAssertionOf = Effect.fnUntraced(function* (
  client: RegisteredClient,
  assertion: string,
  proofKey: string | null
) {
  const verified = yield* verify(client, assertion);
  const { clientId } = client;
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000);
  const { exp, jkt, jti } = yield* checkAssertion(verified, { clientId, issuer: yield* PublicUrl, now });
  if (jkt === proofKey) return yield* new InvalidAssertion({ reason: "key-of-proof" });
  const guard = yield* ReplayGuard;
  const first = yield* guard.remember(clientId, jti, exp * 1000 + replayMarginMs);
  return first ? jkt : yield* new InvalidAssertion({ reason: "replayed" });
});

const namedBy = Effect.fnUntraced(function* (presented: PresentedClient) {
  if (presented.clientId !== null) return presented.clientId;
  const assertions = yield* ClientAssertions;
  const subject = assertions.subjectOf(presented.assertion ?? "");
  return yield* Effect.mapError(subject, () => new InvalidAssertion({ reason: "malformed" }));
});

/**
 * Finds a client and checks that it authenticates exactly as it is registered (RFC 6749 section 2.3, RFC 7523). An
 * assertion is consumed, so that everything that may have to be fetched again comes first. `proofKey` is the thumbprint
 * of the DPoP key of the same request.
 */
export const authenticateClient = traced("authenticateClient")(function* (
  presented: PresentedClient,
  proofKey: string | null = null
) {
  const found = yield* findClient(yield* namedBy(presented));
  const checked = check(found, presented, yield* Clock.currentTimeMillis);
  if (checked instanceof ClientAuthenticationFailed) return yield* checked;
  const { client, secret } = checked;
  if (secret !== null) yield* (yield* SecretUses).note(client.clientId, secret.hash);
  const { assertion = null } = presented;
  const assertionKey = assertion === null ? null : yield* checkAssertionOf(client, assertion, proofKey);
  return { ...client, assertionKey } satisfies AuthenticatedClient;
});
