import { resourceMetadata, resourcePath, serverMetadata, serverPath } from "../adapters/pds/pretender.ts";
import { json } from "../support/scriptedServer.ts";
import type { Case } from "./Case.ts";
import type { Misbehaviour } from "./HostilePds.ts";
import * as bad from "./misbehave.ts";

type Detail = Case["event"][1];

const row = (name: string, path: string, does: Misbehaviour, detail: Detail, shows: string): Case => ({
  name,
  step: "metadata",
  does: { [path]: does },
  event: [shows === "temporarily_unavailable" ? "upstream-unavailable" : "upstream-refused", detail],
  shows
});

const resource = (name: string, does: Misbehaviour): Case =>
  row(`resource metadata ${name}`, resourcePath, does, "metadata-invalid", "server_error");
const server = (name: string, does: Misbehaviour): Case =>
  row(`server metadata ${name}`, serverPath, does, "metadata-invalid", "server_error");
const later = (name: string, does: Misbehaviour, detail: Detail): Case =>
  row(`server metadata ${name}`, serverPath, does, detail, "temporarily_unavailable");

const resourceWith =
  (change: (url: string, honest: string) => object): Misbehaviour =>
  (response, { honest, pds }) =>
    json(response, { ...resourceMetadata(pds.url), ...change(pds.url, honest.url) });
const serverWith =
  (change: (url: string, honest: string) => object): Misbehaviour =>
  (response, { honest, pds }) =>
    json(response, { ...serverMetadata(pds.url), ...change(pds.url, honest.url) });

const refused = (name: string, issuer: string): Case =>
  row(
    `an authorization server ${name}`,
    resourcePath,
    resourceWith(() => ({ authorization_servers: [issuer] })),
    "address-refused",
    "invalid_request"
  );

/** The two documents between a PDS and its authorization server (RFC 9728, RFC 8414). */
export const metadataCases: ReadonlyArray<Case> = [
  resource("that is HTML", bad.html),
  resource("that does not exist", bad.status(404)),
  resource(
    "of another PDS",
    resourceWith((_, honest) => ({ resource: honest }))
  ),
  resource(
    "with two authorization servers",
    resourceWith((url, honest) => ({ authorization_servers: [url, honest] }))
  ),
  resource(
    "with no authorization server",
    resourceWith(() => ({ authorization_servers: [] }))
  ),
  resource(
    "with a path in its server",
    resourceWith((url) => ({ authorization_servers: [`${url}/oauth`] }))
  ),
  resource("behind a redirect to cloud metadata", bad.redirectToClouds),
  refused("at a cloud metadata address", "https://169.254.169.254"),
  refused("over http elsewhere", "http://example.com"),
  refused("at a name that resolves to a private address", "https://private.example.com"),
  server("that is HTML", bad.html),
  server(
    "of another issuer",
    serverWith((_, honest) => ({ issuer: honest }))
  ),
  server(
    "of an issuer with a slash",
    serverWith((url) => ({ issuer: `${url}/` }))
  ),
  server("of two issuers", (response, { honest, pds }) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(serverMetadata(pds.url)).replace("{", `{"issuer":"${honest.url}",`))
  ),
  server("of 5 MB", bad.fiveMegabytes),
  server("that is a gzip bomb", bad.gzipBomb),
  server("in an unknown encoding", bad.unknownEncoding),
  server("that is nested endlessly", bad.deeplyNested),
  server("with endless headers", bad.endlessHeaders),
  server("framed twice", bad.twoFramings),
  server("with two lengths", bad.twoLengths),
  server("in broken chunks", bad.brokenChunks),
  server("in an endless chunk", bad.endlessChunk),
  server("in an unsupported version of HTTP", bad.otherVersion),
  server("with the content type of HTML", (response, { pds }) =>
    response.writeHead(200, { "content-type": "text/html" }).end(JSON.stringify(serverMetadata(pds.url)))
  ),
  server("behind a redirect", (response, { honest }) =>
    response.writeHead(301, { location: `${honest.url}${serverPath}` }).end()
  ),
  server(
    "with an authorization endpoint at another host",
    serverWith((_, honest) => ({ authorization_endpoint: `${honest}/authorize` }))
  ),
  server(
    "with user information in the authorization endpoint",
    serverWith((url) => ({ authorization_endpoint: `${url.replace("//", "//pds@")}/authorize` }))
  ),
  server(
    "with a script as the authorization endpoint",
    serverWith(() => ({ authorization_endpoint: "javascript:alert(1)" }))
  ),
  server(
    "with a data URL as the authorization endpoint",
    serverWith(() => ({ authorization_endpoint: "data:text/html,x" }))
  ),
  server(
    "with a token endpoint at another host",
    serverWith((_, honest) => ({ token_endpoint: `${honest}/token` }))
  ),
  server(
    "with a PAR endpoint at a cloud metadata address",
    serverWith(() => ({ pushed_authorization_request_endpoint: "http://169.254.169.254/" }))
  ),
  server(
    "with a revocation endpoint at another host",
    serverWith((_, honest) => ({ revocation_endpoint: `${honest}/revoke` }))
  ),
  server(
    "with an endless endpoint",
    serverWith((url) => ({ authorization_endpoint: `${url}/${"x".repeat(3_000)}` }))
  ),
  server(
    "without pushed requests",
    serverWith(() => ({ pushed_authorization_request_endpoint: undefined }))
  ),
  server(
    "with plain PKCE only",
    serverWith(() => ({ code_challenge_methods_supported: ["plain"] }))
  ),
  server(
    "without ES256",
    serverWith(() => ({ dpop_signing_alg_values_supported: ["none"] }))
  ),
  server(
    "without iss in redirects",
    serverWith(() => ({ authorization_response_iss_parameter_supported: false }))
  ),
  later("that trickles in", bad.drippingBody, "timeout"),
  later("whose headers trickle in", bad.drippingHeaders, "timeout"),
  later("after endless interim responses", bad.endlessInformation, "timeout"),
  later("that is truncated", bad.truncated, "unreachable"),
  later("behind a connection that is reset", bad.reset, "unreachable"),
  later("behind a server error", bad.status(502), "server-error"),
  later("behind a rate limit", bad.status(429), "rate-limited")
];
