import { assert } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { publicUrl } from "../../../support/memoryService.ts";
import type { Answer } from "../send.ts";
import { ask, basic, postToken } from "./oauthServer.ts";

export const redirectUri = "https://client.example/callback";

export const post = (body: unknown, headers: Record<string, string> = {}) =>
  ask("/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body)
  });

export const bodyOf = (answer: Answer): Record<string, unknown> => {
  const read: unknown = JSON.parse(answer.text);
  return typeof read === "object" && read !== null ? { ...read } : assert.fail(answer.text);
};

export const text = (value: unknown): string =>
  typeof value === "string" ? value : assert.fail(`${value} is no text`);

/** A registration that is refused: its status, its code, and the members that are wrong. */
export const assertRefused = (answer: Answer, error: string, ...members: ReadonlyArray<string>): void => {
  const body = bodyOf(answer);
  assert.deepStrictEqual([answer.status, body.error], [400, error], answer.text);
  assert.strictEqual(answer.header("cache-control"), "no-store");
  assert.strictEqual(answer.header("access-control-allow-origin"), "*");
  assert.match(text(body.error_description), /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  if (members.length === 0) return;
  const faults = Array.isArray(body.faults) ? body.faults : assert.fail(answer.text);
  assert.deepStrictEqual(
    faults.map(({ member }: { readonly member: string }) => member),
    members
  );
};

export const managed = (
  registered: Record<string, unknown>,
  method: "GET" | "PUT" | "DELETE",
  body: unknown = null,
  token: unknown = registered.registration_access_token
) =>
  ask(text(registered.registration_client_uri).slice(publicUrl.length), {
    method,
    headers: {
      authorization: `Bearer ${text(token)}`,
      ...(body !== null && { "content-type": "application/json" })
    },
    ...(body !== null && { body: JSON.stringify(body) })
  });

export const registeredWith = (metadata: Record<string, unknown> = {}) =>
  Effect.map(post({ redirect_uris: [redirectUri], ...metadata }), (answer) => {
    assert.strictEqual(answer.status, 201, answer.text);
    return bodyOf(answer);
  });

export const asClient = (clientId: unknown, secret: unknown) =>
  postToken(
    { grant_type: "refresh_token", refresh_token: "unknown" },
    { authorization: basic(text(clientId), text(secret)) }
  );
