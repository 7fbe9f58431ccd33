import { assert } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { parameters, redirectUri, registered } from "../../../support/loginThrough.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import type { Answer } from "../send.ts";
import { location } from "./oauthServer.ts";

/** A page: 400, for a person, leading nowhere (AZ-15). */
export const assertPage = (answer: Answer, status = 400): void => {
  assert.strictEqual(answer.status, status, answer.text);
  assert.isNull(answer.header("location"));
  assert.strictEqual(answer.header("content-type"), "text/html; charset=utf-8");
  assert.include(answer.header("content-security-policy"), "frame-ancestors 'none'");
  assert.notInclude(answer.header("content-security-policy") ?? "", "script-src");
  assert.strictEqual(answer.header("x-frame-options"), "DENY");
  assert.strictEqual(answer.header("referrer-policy"), "no-referrer");
  assert.strictEqual(answer.header("cache-control"), "no-store");
  assert.notInclude(answer.text, "<script");
  assert.isNull(answer.header("access-control-allow-origin"));
};

/** A redirect to the app with an error, its state and our issuer (AZ-10, AZ-11). */
export const assertRefused = (answer: Answer, error: string, state: string | null = parameters.state): void => {
  assert.strictEqual(answer.status, 303, answer.text);
  const to = location(answer);
  assert.strictEqual(`${to.origin}${to.pathname}`, redirectUri);
  assert.strictEqual(to.searchParams.get("error"), error);
  assert.strictEqual(to.searchParams.get("state"), state);
  assert.strictEqual(to.searchParams.get("iss"), publicUrl);
  assert.match(to.searchParams.get("error_description") ?? "", /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  assert.isNull(answer.header("access-control-allow-origin"));
};

export const client = Effect.map(registered(), (made) => made.client.clientId);
