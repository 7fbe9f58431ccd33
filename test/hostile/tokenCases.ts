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
    "for tokens of nobody",
    tokensWith(() => ({ sub: undefined }))
  ),
  malformed(
    "for tokens of a name that is no DID",
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
    "for tokens whose scope is no scope",
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
    "for a token that is two headers",
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
    "for tokens that ended before",
    tokensWith(() => ({ expires_in: -1 }))
  ),
  malformed(
    "for tokens that never end",
    tokensWith(() => ({ expires_in: 1e300 }))
  ),
  malformed(
    "for tokens that last a text",
    tokensWith(() => ({ expires_in: "3600" }))
  ),
  malformed(
    "for an ID token that is none",
    tokensWith(() => ({ id_token: "x.y.z" }))
  ),
  malformed("for a list", (response, { pds }) => json(response, [tokensOf(pds)])),
  malformed("by HTML", bad.html),
  malformed("by 201", (response, { pds }) => json(response, tokensOf(pds), 201)),
  malformed("by 403 with HTML", bad.status(403)),
  malformed("by 5 MB", bad.fiveMegabytes),
  malformed("by a gzip bomb", bad.gzipBomb),
  malformed("by a redirect to the metadata of a cloud", bad.redirectToClouds),
  malformed("by a redirect with the code to the metadata of a cloud", bad.redirectWithBody),
  malformed("in two framings", bad.twoFramings),
  row(
    "by a nonce that is never good",
    bad.oauthError("use_dpop_nonce", 400, { "dpop-nonce": "n" }),
    "client-refused",
    "server_error"
  ),
  row("by a clock that is ten minutes off", bad.oauthError("invalid_dpop_proof"), "client-refused", "server_error"),
  row("by not knowing the service any more", bad.oauthError("invalid_client", 401), "client-refused", "server_error"),
  row("by not knowing the code", bad.oauthError("invalid_grant"), "invalid-grant", "access_denied"),
  row("by errors of the server, without end", bad.status(500), "server-error", "temporarily_unavailable"),
  row("by a limit", bad.oauthError("slow_down", 429), "rate-limited", "temporarily_unavailable"),
  row("and the answer lost", bad.reset, "unreachable", "temporarily_unavailable"),
  row("and the answer cut off", bad.truncated, "unreachable", "temporarily_unavailable"),
  row("never", bad.silence, "timeout", "temporarily_unavailable"),
  row("drop by drop", bad.drippingBody, "timeout", "temporarily_unavailable")
];
