import { json } from "../support/scriptedServer.ts";
import type { Case } from "./Case.ts";
import { type HostilePds, type Misbehaviour, tokensOf } from "./HostilePds.ts";
import * as bad from "./misbehave.ts";

type Detail = Case["event"][1];

const row = (name: string, does: Misbehaviour, detail: Detail, shows: string): Case => ({
  name: `a code, redeemed ${name}`,
  step: "tokens",
  does: { "/token": does },
  event: [shows === "temporarily_unavailable" ? "upstream-unavailable" : "upstream-refused", detail],
  shows
});

const malformed = (name: string, does: Misbehaviour): Case => row(name, does, "malformed", "server_error");
const tokensWith =
  (change: (pds: HostilePds, honest: HostilePds) => object): Misbehaviour =>
  (response, { honest, pds }) =>
    json(response, { ...tokensOf(pds), ...change(pds, honest) });

/** The token endpoint. */
export const tokenCases: ReadonlyArray<Case> = [
  malformed(
    "for Bearer tokens",
    tokensWith(() => ({ token_type: "Bearer" }))
  ),
  malformed(
    "for tokens without a type",
    tokensWith(() => ({ token_type: undefined }))
  ),
  malformed(
    "for tokens without a subject",
    tokensWith(() => ({ sub: undefined }))
  ),
  malformed(
    "for tokens of a subject that is not a DID",
    tokensWith(() => ({ sub: "alice" }))
  ),
  malformed(
    "for tokens of a list of accounts",
    tokensWith(({ did }, honest) => ({ sub: [did, honest.did] }))
  ),
  malformed("for tokens of two accounts", (response, { honest, pds }) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(tokensOf(pds)).replace("{", `{"sub":"${honest.did}",`))
  ),
  malformed(
    "for tokens without a scope",
    tokensWith(() => ({ scope: undefined }))
  ),
  malformed(
    "for tokens without atproto",
    tokensWith(() => ({ scope: "transition:generic" }))
  ),
  malformed(
    "for tokens with an endless scope",
    tokensWith(() => ({ scope: `atproto ${"x".repeat(10_000)}` }))
  ),
  malformed(
    "for tokens with an invalid scope",
    tokensWith(() => ({ scope: 'atproto "x"' }))
  ),
  malformed(
    "for no token",
    tokensWith(() => ({ access_token: undefined }))
  ),
  malformed(
    "for an empty token",
    tokensWith(() => ({ access_token: "" }))
  ),
  malformed(
    "for a token that contains a line break",
    tokensWith(() => ({ access_token: "x\r\nhost: y" }))
  ),
  malformed(
    "for an endless token",
    tokensWith(() => ({ access_token: "x".repeat(20_000) }))
  ),
  malformed(
    "for an empty refresh token",
    tokensWith(() => ({ refresh_token: "" }))
  ),
  malformed(
    "for tokens that have already expired",
    tokensWith(() => ({ expires_in: -1 }))
  ),
  malformed(
    "for tokens that never expire",
    tokensWith(() => ({ expires_in: 1e300 }))
  ),
  malformed(
    "for tokens with a lifetime that is a string",
    tokensWith(() => ({ expires_in: "3600" }))
  ),
  malformed(
    "for an invalid ID token",
    tokensWith(() => ({ id_token: "x.y.z" }))
  ),
  malformed("for a list", (response, { pds }) => json(response, [tokensOf(pds)])),
  malformed("with an HTML response", bad.html),
  malformed("with status 201", (response, { pds }) => json(response, tokensOf(pds), 201)),
  malformed("with 403 and HTML", bad.status(403)),
  malformed("with a response of 5 MB", bad.fiveMegabytes),
  malformed("with a gzip bomb in response", bad.gzipBomb),
  malformed("with a redirect to cloud metadata", bad.redirectToClouds),
  malformed("with a redirect of the code to cloud metadata", bad.redirectWithBody),
  malformed("in two framings", bad.twoFramings),
  row(
    "with a nonce that is never accepted",
    bad.oauthError("use_dpop_nonce", 400, { "dpop-nonce": "n" }),
    "client-refused",
    "server_error"
  ),
  row("with a clock that is ten minutes off", bad.oauthError("invalid_dpop_proof"), "client-refused", "server_error"),
  row("with invalid_client in response", bad.oauthError("invalid_client", 401), "client-refused", "server_error"),
  row("with invalid_grant in response", bad.oauthError("invalid_grant"), "invalid-grant", "access_denied"),
  row("with repeated server errors", bad.status(500), "server-error", "temporarily_unavailable"),
  row("with a rate limit", bad.oauthError("slow_down", 429), "rate-limited", "temporarily_unavailable"),
  row("with the response lost", bad.reset, "unreachable", "temporarily_unavailable"),
  row("with the response truncated", bad.truncated, "unreachable", "temporarily_unavailable"),
  row("never", bad.silence, "timeout", "temporarily_unavailable"),
  row("with a response byte by byte", bad.drippingBody, "timeout", "temporarily_unavailable")
];
