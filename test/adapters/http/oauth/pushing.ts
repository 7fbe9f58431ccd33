import { randomBytes } from "node:crypto";
import { assert } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { codeChallenge } from "../../../../src/domain/authorization/request/pkce.ts";
import { redirectUri } from "../../../support/loginThrough.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import type { DpopKey } from "../../jose/dpopKey.ts";
import { ask, member, tokenProof } from "./oauthServer.ts";

type Form = Readonly<Record<string, string | undefined>>;

/** A verifier that no test used before, since a challenge is pushed once. */
export const freshVerifier = (): string => randomBytes(32).toString("base64url");

/** What a client pushes; undefined leaves a parameter out. */
export const pushForm = (clientId: string, more: Form = {}): Form => ({
  client_id: clientId,
  redirect_uri: redirectUri,
  response_type: "code",
  code_challenge: codeChallenge(freshVerifier()),
  code_challenge_method: "S256",
  state: "the pushed state",
  ...more
});

/** Sends a form to an endpoint of clients. */
export const postForm = (
  path: string,
  form: Form | string,
  headers: Record<string, string | Array<string>> = {},
  method = "POST"
) => {
  const body =
    typeof form === "string"
      ? form
      : new URLSearchParams(
          Object.entries(form).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value] as [string, string]]
          )
        ).toString();
  return ask(path, { method, headers: { "content-type": "application/x-www-form-urlencoded", ...headers }, body });
};

/** A proof for an endpoint of clients. */
export const proofFor = (path: string, key: DpopKey, claims: Readonly<Record<string, unknown>> = {}) =>
  tokenProof(key, { htu: `${publicUrl}${path}`, ...claims });

/** Pushes with a proof of a key. */
export const push = (clientId: string, key: DpopKey, more: Form = {}) =>
  Effect.flatMap(proofFor("/oauth/par", key), (dpop) => postForm("/oauth/par", pushForm(clientId, more), { dpop }));

/** The `request_uri` of a request that was pushed. */
export const pushed = (clientId: string, key: DpopKey, more: Form = {}) =>
  Effect.map(push(clientId, key, more), (answer) => {
    assert.strictEqual(answer.status, 201, answer.text);
    return member(answer, "request_uri");
  });

/** Opens the authorization page with a request that was pushed. */
export const open = (clientId: string, requestUri: string, more: Readonly<Record<string, string>> = {}, cookie = "") =>
  ask(`/oauth/authorize?${new URLSearchParams({ client_id: clientId, request_uri: requestUri, ...more })}`, {
    headers: cookie === "" ? {} : { cookie }
  });
