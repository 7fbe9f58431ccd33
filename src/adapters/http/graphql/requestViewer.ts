import * as Effect from "effect/Effect";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { authenticateRequest } from "../../../application/token/authenticateRequest.ts";
import type { Viewer } from "../../../application/token/Viewer.ts";
import type { EndReason } from "../../../domain/authorization/end/EndReason.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { challenge } from "./challenge.ts";
import { readAuthorization } from "./readAuthorization.ts";

interface RequestIdentity {
  readonly viewer: Viewer | null;
  readonly refused: boolean;
  readonly challenge: string | null;
  /** Why the caller was logged out, if that is the fault. */
  readonly over: EndReason | null;
}

/** A caller without a credential. */
export const anonymous: RequestIdentity = { viewer: null, refused: false, challenge: null, over: null };

/**
 * Returns who makes a request: nobody without a credential; `refused` with an invalid one, and the value of
 * `WWW-Authenticate` for it.
 */
export const requestViewer = Effect.fnUntraced(function* (request: HttpRequest) {
  const [authorization, dpop] = [request.header("authorization"), request.header("dpop")];
  if (authorization === null && dpop === null) return anonymous;
  const publicUrl = yield* PublicUrl;
  const refused = (
    error: "invalid_token" | "invalid_dpop_proof" | "invalid_request",
    over: EndReason | null = null
  ): RequestIdentity => ({ viewer: null, refused: true, challenge: challenge(publicUrl, error), over });
  if (request.headerLines("authorization").length > 1) return refused("invalid_request");
  if (request.headerLines("dpop").length > 1) return refused("invalid_dpop_proof");
  if (authorization === null) return anonymous;
  const presented = readAuthorization(authorization, dpop);
  if (presented === null) return refused("invalid_token");
  return yield* authenticateRequest({
    presented,
    htm: request.method,
    htu: `${publicUrl}${request.path}`
  }).pipe(
    Effect.map((viewer): RequestIdentity => ({ ...anonymous, viewer })),
    Effect.catchTag("InvalidAccessToken", ({ why }) => Effect.succeed(refused("invalid_token", why ?? null))),
    Effect.catchTag("InvalidDpopProof", () => Effect.succeed(refused("invalid_dpop_proof")))
  );
});
