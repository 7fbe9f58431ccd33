import * as Effect from "effect/Effect";
import { PublicUrl } from "../../../../application/instance/PublicUrl.ts";
import { type AuthenticatedClient, authenticateClient } from "../../../../application/token/authenticateClient.ts";
import { inspectProof, useProof } from "../../../../application/token/verifyProof.ts";
import { InvalidDpopProof } from "../../../../domain/dpop/DpopProof.ts";
import { limitClient, limitFailures } from "../../limits/limitClients.ts";
import type { HttpRequest } from "../../server/request/HttpRequest.ts";
import type { SentParameters } from "../../server/request/sentParameters.ts";
import { clientCredentials } from "./clientCredentials.ts";

/** The client of a request, and the thumbprint of its DPoP key, or null. */
interface IdentifiedClient {
  readonly client: AuthenticatedClient;
  readonly jkt: string | null;
}

const presentedProof = Effect.fnUntraced(function* (request: HttpRequest) {
  const [proof, ...others] = request.headerLines("dpop");
  if (others.length > 0) return yield* new InvalidDpopProof({ reason: "several" });
  if (proof === undefined) return null;
  const htu = `${yield* PublicUrl}${request.path}`;
  return yield* inspectProof({ proof, htm: request.method, htu, ath: null, jkt: null });
});

/**
 * Authenticates the client of a request and verifies its proof. The proof is checked first, because a nonce may be required,
 * and consumed last, so that neither a nonce challenge nor a wrong secret consumes it.
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
  if (proof !== null) yield* useProof(proof);
  return { client, jkt: proof?.jkt ?? null } satisfies IdentifiedClient;
});

/** A client with bound tokens must send a proof (RFC 9449 section 5.2); so must every public client. */
export const requireProof = ({ client, jkt }: IdentifiedClient) =>
  client.dpopBoundAccessTokens && jkt === null
    ? Effect.fail(new InvalidDpopProof({ reason: "missing" }))
    : Effect.succeed(jkt);
