import { resourceMetadata, resourcePath, serverMetadata, serverPath } from "../adapters/pds/pretender.ts";
import { json } from "../support/scriptedServer.ts";
import { didDocument, documentPath, type Misbehaviours, tokensOf } from "./HostilePds.ts";

const asJson = (type: string) => ({ "content-type": type });

/** Unusual but valid behaviour of a PDS, which must not prevent a sign-in. */
export const unusualButValid: Readonly<Record<string, Misbehaviours>> = {
  "a nonce that is sent only in successful responses": {
    "/par": (response) => json(response, { request_uri: "urn:example:1", expires_in: 60 }, 201, { "dpop-nonce": "a" }),
    "/token": (response, { pds }) => json(response, tokensOf(pds), 200, { "dpop-nonce": "b" })
  },
  "a nonce that is required once, at each step": {
    "/par": (response, { before }) =>
      before === 0
        ? json(response, { error: "use_dpop_nonce" }, 400, { "dpop-nonce": "a" })
        : json(response, { request_uri: "urn:example:1", expires_in: 60 }, 201, { "dpop-nonce": "b" }),
    "/token": (response, { before, pds }) =>
      before === 0
        ? json(response, { error: "use_dpop_nonce" }, 401, { "dpop-nonce": "c" })
        : json(response, tokensOf(pds))
  },
  "an invalid nonce in successful responses": {
    "/par": (response) => json(response, { request_uri: "urn:example:1", expires_in: 60 }, 201, { "dpop-nonce": "a b" })
  },
  "no refresh token": {
    "/token": (response, { pds }) => json(response, { ...tokensOf(pds), refresh_token: undefined })
  },
  "tokens without a lifetime": {
    "/token": (response, { pds }) => json(response, { ...tokensOf(pds), expires_in: undefined })
  },
  "a token type in another case": {
    "/token": (response, { pds }) => json(response, { ...tokensOf(pds), token_type: "dPoP" })
  },
  "more scope than requested": {
    "/token": (response, { pds }) => json(response, { ...tokensOf(pds), scope: "atproto transition:generic x.y:z" })
  },
  "JSON with its character set": {
    [resourcePath]: (response, { pds }) =>
      response.writeHead(200, asJson("application/json; charset=utf-8")).end(JSON.stringify(resourceMetadata(pds.url))),
    [documentPath]: (response, { pds }) =>
      response.writeHead(200, asJson("application/did+ld+json")).end(JSON.stringify(didDocument(pds)))
  },
  "unknown members": {
    [serverPath]: (response, { pds }) =>
      json(response, { ...serverMetadata(pds.url), __proto__: null, constructor: {}, x: [[[{}]]] }),
    [documentPath]: (response, { pds }) => json(response, didDocument(pds, { "@context": ["x"], extra: { id: "y" } }))
  },
  "no revocation endpoint": {
    [serverPath]: (response, { pds }) => json(response, { ...serverMetadata(pds.url), revocation_endpoint: undefined })
  },
  "interim responses": {
    [serverPath]: (response, { pds }) => {
      response.writeEarlyHints({ link: "</x>; rel=preload" });
      json(response, serverMetadata(pds.url));
    }
  },
  "a response in many chunks": {
    [serverPath]: (response, { pds }) => {
      response.writeHead(200, asJson("application/json"));
      for (const piece of JSON.stringify(serverMetadata(pds.url))) response.write(piece);
      response.end();
    }
  },
  "connections that are closed after each response": {
    [resourcePath]: (response, { pds }) => json(response, resourceMetadata(pds.url), 200, { connection: "close" }),
    [serverPath]: (response, { pds }) => json(response, serverMetadata(pds.url), 200, { connection: "close" })
  }
};
