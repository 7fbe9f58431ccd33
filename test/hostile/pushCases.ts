import { json } from "../support/scriptedServer.ts";
import type { Case } from "./Case.ts";
import type { Misbehaviour } from "./HostilePds.ts";
import * as bad from "./misbehave.ts";

type Detail = Case["event"][1];

const row = (name: string, does: Misbehaviour, detail: Detail, shows: string): Case => ({
  name: `a pushed request, answered ${name}`,
  step: "push",
  does: { "/par": does },
  event: [shows === "temporarily_unavailable" ? "upstream-unavailable" : "upstream-refused", detail],
  shows
});

const malformed = (name: string, does: Misbehaviour): Case => row(name, does, "malformed", "server_error");
const with201 =
  (answer: object): Misbehaviour =>
  (response) =>
    json(response, answer, 201);

/** The endpoint for pushed requests (RFC 9126), which also wants proofs and nonces (RFC 9449). */
export const pushCases: ReadonlyArray<Case> = [
  malformed("with a URL as request_uri", with201({ request_uri: "http://169.254.169.254/request", expires_in: 60 })),
  malformed(
    "with an https URL as request_uri",
    with201({ request_uri: "https://example.com/request", expires_in: 60 })
  ),
  malformed("with a script as request_uri", with201({ request_uri: "javascript:alert(1)", expires_in: 60 })),
  malformed("with an endless request_uri", with201({ request_uri: `urn:${"x".repeat(5_000)}`, expires_in: 60 })),
  malformed("without a request_uri", with201({ expires_in: 60 })),
  malformed("with two request_uris", (response) =>
    response
      .writeHead(201, { "content-type": "application/json" })
      .end('{"request_uri":"urn:example:1","request_uri":"urn:example:2","expires_in":60}')
  ),
  malformed("with a negative lifetime", with201({ request_uri: "urn:example:1", expires_in: -1 })),
  malformed("with a lifetime that is a string", with201({ request_uri: "urn:example:1", expires_in: "60" })),
  malformed("with 200", (response) => json(response, { request_uri: "urn:example:1", expires_in: 60 })),
  malformed("with HTML", bad.html),
  malformed("with 403 and HTML", bad.status(403)),
  malformed("with 5 MB", bad.fiveMegabytes),
  malformed("with a redirect of the request to cloud metadata", bad.redirectWithBody),
  malformed("with two lengths", bad.twoLengths),
  row(
    "with a nonce that is never accepted",
    bad.oauthError("use_dpop_nonce", 400, { "dpop-nonce": "n" }),
    "client-refused",
    "server_error"
  ),
  row(
    "with another nonce each time",
    (response, { before }) => json(response, { error: "use_dpop_nonce" }, 400, { "dpop-nonce": `nonce-${before}` }),
    "client-refused",
    "server_error"
  ),
  row("with a challenge that has no nonce", bad.oauthError("use_dpop_nonce"), "client-refused", "server_error"),
  row("with a clock that is ten minutes off", bad.oauthError("invalid_dpop_proof"), "client-refused", "server_error"),
  row("with invalid_client", bad.oauthError("invalid_client", 401), "client-refused", "server_error"),
  row("with an error of its own", bad.oauthError("invalid_request"), "refused", "access_denied"),
  row("with an error that is a list", bad.oauthError(["x"]), "malformed", "server_error"),
  row("with repeated server errors", bad.status(500), "server-error", "temporarily_unavailable"),
  row("with a rate limit", bad.oauthError("slow_down", 429), "rate-limited", "temporarily_unavailable"),
  row("with a reset connection", bad.reset, "unreachable", "temporarily_unavailable"),
  row("never", bad.silence, "timeout", "temporarily_unavailable"),
  row("byte by byte", bad.drippingBody, "timeout", "temporarily_unavailable")
];
