import * as Effect from "effect/Effect";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { authenticateToken } from "../../../application/token/authenticateRequest.ts";
import type { Viewer } from "../../../application/token/Viewer.ts";
import type { EndReason } from "../../../domain/authorization/end/EndReason.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { challenge } from "./challenge.ts";
import { readAuthorization } from "./readAuthorization.ts";

/** Who makes a request. */
export interface RequestIdentity {
  readonly viewer: Viewer | null;
  /** When the access token expires, in Unix milliseconds; null without a viewer. */
  readonly expiresAt: number | null;
  readonly refused: boolean;
  /** What is wrong with the credential; null if nothing is. */
  readonly fault: "invalid_token" | "invalid_dpop_proof" | "invalid_request" | null;
  readonly challenge: string | null;
  /** Why the caller was logged out, if that is the fault. */
  readonly over: EndReason | null;
}

/** A caller without a credential. */
export const anonymous: RequestIdentity = {
  viewer: null,
  expiresAt: null,
  refused: false,
  fault: null,
  challenge: null,
  over: null
};

/** The credential of a request: every line of both headers, and what a proof is for. */
export interface Credential {
  readonly authorization: ReadonlyArray<string>;
  readonly dpop: ReadonlyArray<string>;
  readonly htm: string;
  readonly path: string;
}

/**
 * Returns whose credential it is: nobody's without one; `refused` with an invalid one, and the value of `WWW-Authenticate`
 * for it.
 */
export const identify = Effect.fnUntraced(function* ({ authorization, dpop, htm, path }: Credential) {
  const [header] = authorization;
  const [proof = null] = dpop;
  if (header === undefined && proof === null) return anonymous;
  const publicUrl = yield* PublicUrl;
  const refused = (fault: NonNullable<RequestIdentity["fault"]>, over: EndReason | null = null): RequestIdentity => ({
    ...anonymous,
    refused: true,
    fault,
    challenge: challenge(publicUrl, fault),
    over
  });
  if (authorization.length > 1) return refused("invalid_request");
  if (dpop.length > 1) return refused("invalid_dpop_proof");
  if (header === undefined) return anonymous;
  const presented = readAuthorization(header, proof);
  if (presented === null) return refused("invalid_token");
  return yield* authenticateToken({ presented, htm, htu: `${publicUrl}${path}` }).pipe(
    Effect.map((authenticated): RequestIdentity => ({ ...anonymous, ...authenticated })),
    Effect.catchTag("InvalidAccessToken", ({ why }) => Effect.succeed(refused("invalid_token", why ?? null))),
    Effect.catchTag("InvalidDpopProof", () => Effect.succeed(refused("invalid_dpop_proof")))
  );
});

/** Returns who makes a request. */
export const requestViewer = (request: HttpRequest) =>
  identify({
    authorization: request.headerLines("authorization"),
    dpop: request.headerLines("dpop"),
    htm: request.method,
    path: request.path
  });
