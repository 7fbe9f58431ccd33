import * as Effect from "effect/Effect";
import { consumeUses } from "../../../../application/event/commitUnit.ts";
import type { PendingUse } from "../../../../application/event/PendingUse.ts";
import { PublicUrl } from "../../../../application/instance/PublicUrl.ts";
import { type AuthenticatedClient, authenticateClient } from "../../../../application/token/authenticateClient.ts";
import { inspectProof, useOfProof } from "../../../../application/token/verifyProof.ts";
import { InvalidDpopProof } from "../../../../domain/dpop/DpopProof.ts";
import { limitClient, limitFailures } from "../../limits/limitClients.ts";
import type { HttpRequest } from "../../server/request/HttpRequest.ts";
import type { SentParameters } from "../../server/request/sentParameters.ts";
import { clientCredentials } from "./clientCredentials.ts";

/** The client of a request, the thumbprint of its DPoP key, or null, and the use of its proof. */
interface IdentifiedClient {
  readonly client: AuthenticatedClient;
  readonly jkt: string | null;
  readonly uses: ReadonlyArray<PendingUse<InvalidDpopProof>>;
}

const presentedProof = Effect.fnUntraced(function* (request: HttpRequest) {
  const [proof, ...others] = request.headerLines("dpop");
  if (others.length > 0) return yield* new InvalidDpopProof({ reason: "several" });
  if (proof === undefined) return null;
  const htu = `${yield* PublicUrl}${request.path}`;
  return yield* inspectProof({ proof, htm: request.method, htu, ath: null, jkt: null });
});

/**
 * Authenticates the client of a request and verifies its proof. The proof is checked first, because a nonce may be required.
 * The caller consumes it, so that neither a nonce challenge nor a wrong secret does.
 */
export const identifyClient = Effect.fnUntraced(function* (request: HttpRequest, form: SentParameters) {
  const credentials = yield* clientCredentials(request.header("authorization"), form);
  const proof = yield* presentedProof(request);
  const client = yield* limitFailures(authenticateClient(credentials, proof?.jkt ?? null), {
    address: request.clientAddress,
    clientId: credentials.clientId ?? "",
    isFailure: ({ _tag }) => _tag === "ClientAuthenticationFailed" || _tag === "InvalidAssertion"
  });
  if (client.tokenEndpointAuthMethod !== "none") yield* limitClient(client.clientId);
  const uses = proof === null ? [] : [useOfProof(proof)];
  return { client, jkt: proof?.jkt ?? null, uses } satisfies IdentifiedClient;
});

/** Identifies the client of a request that has nothing to commit, and consumes its proof. */
export const identifyClientAlone = (request: HttpRequest, form: SentParameters) =>
  Effect.tap(identifyClient(request, form), ({ uses }) => consumeUses(uses));

/** A client with bound tokens must send a proof (RFC 9449 section 5.2); so must every public client. */
export const requireProof = ({ client, jkt }: IdentifiedClient) =>
  client.dpopBoundAccessTokens && jkt === null
    ? Effect.fail(new InvalidDpopProof({ reason: "missing" }))
    : Effect.succeed(jkt);
