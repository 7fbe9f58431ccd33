import assert from "node:assert/strict";
import type { Answer } from "./HttpWire.ts";
import { memberOf, objectOf } from "./json.ts";

/** What came, without the secrets in it: results are read by many. */
const shown = (answer: Answer): string => {
  const text = `${answer.header("location") ?? ""} ${answer.text.slice(0, 3_000)}`
    .replaceAll(/"(\w*(?:token|secret|code))":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/\b(code|access_token|state)=[^&\s]*/g, "$1=…");
  return `${answer.status} ${text.slice(0, 300).replaceAll(/\s+/g, " ")}`;
};

export const expectStatus = (answer: Answer, ...statuses: ReadonlyArray<number>): void =>
  assert.ok(statuses.includes(answer.status), `expected ${statuses.join(" or ")}, got ${shown(answer)}`);

/** An error of an endpoint that answers JSON (RFC 6749 section 5.2). */
export const expectError = (answer: Answer, status: number, ...errors: ReadonlyArray<string>): void => {
  assert.equal(answer.status, status, `expected ${status} ${errors.join(" or ")}, got ${shown(answer)}`);
  const error = String(memberOf(answer.text, "error"));
  assert.ok(errors.includes(error), `expected ${status} ${errors.join(" or ")}, got ${shown(answer)}`);
  assert.match(answer.header("content-type") ?? "", /^application\/json/, "errors are JSON");
  const description = objectOf(answer.text).error_description;
  if (description !== undefined) expectDescription(String(description));
};

/** What RFC 6749 section 5.2 lets a description hold; and nothing that tells of the inside. */
export const expectDescription = (description: string): void => {
  assert.match(description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/, "characters of error_description");
  assert.doesNotMatch(description, /\.ts:|node_modules|select .* from|insert into|postgres/i, "no inside in an error");
};

/** A page for a person: HTML, no redirect, under the strict headers. */
export const expectPage = (answer: Answer, status: number): void => {
  assert.equal(answer.status, status, `expected a page with ${status}, got ${shown(answer)}`);
  assert.equal(answer.header("location"), null, `expected no redirect, got ${shown(answer)}`);
  assert.match(answer.header("content-type") ?? "", /^text\/html/);
  expectStrictHeaders(answer);
};

export const expectStrictHeaders = (answer: Answer): void => {
  assert.match(answer.header("content-security-policy") ?? "", /frame-ancestors 'none'/);
  assert.equal(answer.header("x-frame-options"), "DENY");
  assert.equal(answer.header("referrer-policy"), "no-referrer");
  assert.match(answer.header("cache-control") ?? "", /no-store/);
  assert.doesNotMatch(
    answer.text,
    /<(?:script|img|link|iframe)[^>]+(?:src|href)="(?:https?:)?\/\//i,
    "nothing of a third party"
  );
};

/** The parameters that a redirect to the app carries. */
export const redirectTo = (answer: Answer, redirectUri: string): URLSearchParams => {
  const location = answer.header("location") ?? "";
  assert.ok([302, 303].includes(answer.status), `expected a redirect to the app, got ${shown(answer)}`);
  assert.ok(location.startsWith(redirectUri), `expected a redirect to ${redirectUri}, got ${shown(answer)}`);
  return new URL(location).searchParams;
};

/** An error that comes back to the app by redirect (RFC 6749 section 4.1.2.1). */
export const expectRedirectError = (
  answer: Answer,
  redirectUri: string,
  ...errors: ReadonlyArray<string>
): URLSearchParams => {
  const parameters = redirectTo(answer, redirectUri);
  const error = parameters.get("error") ?? "none";
  assert.ok(errors.includes(error), `expected ${errors.join(" or ")}, got ${shown(answer)}`);
  expectDescription(parameters.get("error_description") ?? "");
  assert.equal(parameters.get("code"), null);
  return parameters;
};

/** Runs one expectation for each case, and tells which case it was that failed. */
export const forEachCase = async <A>(
  cases: Readonly<Record<string, A>>,
  expectation: (value: A, name: string) => Promise<void>
): Promise<void> => {
  for (const [name, value] of Object.entries(cases)) {
    try {
      await expectation(value, name);
    } catch (cause) {
      if (cause instanceof assert.AssertionError || (cause instanceof Error && cause.constructor === Error))
        throw new Error(`${name}: ${cause.message}`, { cause });
      throw cause;
    }
  }
};
