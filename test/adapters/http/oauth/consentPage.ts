import { assert } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { brandLinks, mark } from "../../../../src/adapters/http/brand/brandLinks.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { redirectUri } from "../../../support/loginThrough.ts";
import { alice, publicUrl } from "../../../support/memoryService.ts";
import type { Answer } from "../send.ts";
import { ask, cookieOf, member } from "./oauthServer.ts";

export const register = (metadata: Readonly<Record<string, unknown>> = {}) =>
  Effect.map(
    ask("/oauth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "A stranger",
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        ...metadata
      })
    }),
    (answer) => ({
      clientId: member(answer, "client_id"),
      uri: member(answer, "registration_client_uri").slice(publicUrl.length),
      token: member(answer, "registration_access_token")
    })
  );

export const hint = { login_hint: alice.handle };

export const confirmationIn = (page: Answer): string =>
  /name="confirmation" value="([A-Za-z0-9_-]{43})"/.exec(page.text)?.[1] ?? assert.fail(page.text);

export const reply = (
  page: Answer,
  answer: string,
  headers: Readonly<Record<string, string>> = { "sec-fetch-site": "same-origin" },
  form: Readonly<Record<string, string>> = {}
) =>
  ask("/oauth/authorize/confirm", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", cookie: cookieOf(page), ...headers },
    body: new URLSearchParams({ confirmation: confirmationIn(page), answer, ...form }).toString()
  });

export const eventsOf = (clientId: string) =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.read(0, 10_000), (events) => events.filter((event) => event.clientId === clientId))
  );

export const typesOf = (clientId: string) => Effect.map(eventsOf(clientId), (events) => events.map(({ type }) => type));

/** A page of ours under the strict headers (AZ-15). */
export const assertPage = (answer: Answer, status: number): void => {
  assert.strictEqual(answer.status, status, answer.text);
  assert.isNull(answer.header("location"));
  assert.strictEqual(answer.header("content-type"), "text/html; charset=utf-8");
  assert.include(answer.header("content-security-policy"), "default-src 'none'");
  assert.include(answer.header("content-security-policy"), "frame-ancestors 'none'");
  assert.strictEqual(answer.header("x-frame-options"), "DENY");
  assert.strictEqual(answer.header("referrer-policy"), "no-referrer");
  assert.strictEqual(answer.header("cache-control"), "no-store");
  assert.isNull(answer.header("access-control-allow-origin"));
  const own = answer.text.replace(brandLinks.text, "").replace(mark.text, "");
  for (const tag of ["<script", "<img", "<link", "src="]) assert.notInclude(own, tag);
};
