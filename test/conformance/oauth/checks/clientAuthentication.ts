import assert from "node:assert/strict";
import { type Check, check } from "../Check.ts";
import { expectError, expectStatus, forEachCase } from "../expectations.ts";
import type { Answer } from "../HttpWire.ts";
import { openSession, postAs, requestOf } from "../steps.ts";
import type { Fields, Target } from "../Target.ts";
import { basicHeader, type TestClient } from "../TestClient.ts";
import { assertionChecks } from "./assertions.ts";
import { expectFlood } from "./token.ts";

const bogus = { grant_type: "refresh_token", refresh_token: "refresh_nobody" };

const post = (
  target: Target,
  fields: Fields,
  authorization?: string,
  headers: Readonly<Record<string, string>> = {}
): Promise<Answer> =>
  target.post(
    target.endpoint("token_endpoint"),
    { ...bogus, ...fields },
    { headers: { ...headers, ...(authorization !== undefined && { authorization }) } }
  );

/** Whoever is known is told that the grant is bad, and not that the client is. */
const expectKnown = (answer: Answer): void => expectError(answer, 400, "invalid_grant");

const everyByte = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

const formEncoded = async (target: Target): Promise<void> => {
  const { clientId, secret } = target.client("basic");
  const encoded = Buffer.from(`${everyByte(clientId)}:${everyByte(secret ?? "")}`).toString("base64");
  expectKnown(await post(target, {}, `Basic ${encoded}`));
  expectKnown(await post(target, {}, `basic ${encoded}`));
  // These characters are in no secret of ours; that they are read as one secret shows in the refusal being of the secret.
  for (const wrong of ["a:b", "100%", "a+b", "é", "a b"])
    expectError(await post(target, {}, basicHeader(clientId, wrong)), 401, "invalid_client");
  const malformed = Buffer.from(`${clientId}:%zz`).toString("base64");
  expectError(await post(target, {}, `Basic ${malformed}`), 401, "invalid_client");
};

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const sameAnswer = async (target: Target): Promise<void> => {
  const { clientId } = target.client("basic");
  const wrong = basicHeader(clientId, "A".repeat(43));
  const unknown = basicHeader("client_AAAAAAAAAAAAAAAAAAAAAA", "A".repeat(43));
  const times: Readonly<Record<string, Array<number>>> = { wrong: [], unknown: [] };
  const bodies = new Set<string>();
  for (let round = 0; round < 15; round += 1) {
    for (const [name, authorization] of Object.entries({ wrong, unknown })) {
      const start = performance.now();
      const answer = await post(target, {}, authorization);
      times[name]?.push(performance.now() - start);
      expectError(answer, 401, "invalid_client");
      assert.match(answer.header("www-authenticate") ?? "", /^Basic /);
      bodies.add(answer.text);
    }
  }
  assert.equal(bodies.size, 1, "the answer tells whether a client exists");
  const [known, nobody] = [median(times.wrong ?? []), median(times.unknown ?? [])];
  const apart = Math.abs(known - nobody) > 10 && Math.max(known, nobody) > 3 * Math.min(known, nobody);
  assert.ok(!apart, `the time tells whether a client exists: ${known} and ${nobody} ms`);
};

const wrongPost = async (target: Target): Promise<void> => {
  const { clientId, secret } = target.client("post");
  expectError(await post(target, { client_id: clientId, client_secret: "A".repeat(43) }), 401, "invalid_client");
  expectKnown(await post(target, { client_id: clientId, client_secret: secret ?? "" }));
};

const secretOf = ({ secret }: TestClient): string => secret ?? "";

const twoMethods = async (target: Target): Promise<void> => {
  const basic = target.client("basic");
  const header = basicHeader(basic.clientId, secretOf(basic));
  const assertion = {
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: "a.b.c"
  };
  const cases: Readonly<Record<string, readonly [Fields, string | undefined]>> = {
    "header and secret": [{ client_id: basic.clientId, client_secret: secretOf(basic) }, header],
    "header and assertion": [assertion, header],
    "secret and assertion": [{ client_id: basic.clientId, client_secret: "x".repeat(43), ...assertion }, undefined],
    "header and another client_id": [{ client_id: target.client("post").clientId }, header]
  };
  await forEachCase(cases, async ([fields, authorization]) =>
    expectError(await post(target, fields, authorization), 400, "invalid_request")
  );
};

const otherMethod = async (target: Target): Promise<void> => {
  const [basic, byPost, open] = [target.client("basic"), target.client("post"), target.client("public")];
  const cases: Readonly<Record<string, readonly [Fields, string | undefined]>> = {
    "basic by post": [{ client_id: basic.clientId, client_secret: secretOf(basic) }, undefined],
    "post by basic": [{}, basicHeader(byPost.clientId, secretOf(byPost))],
    "basic by none": [{ client_id: basic.clientId }, undefined],
    "post by none": [{ client_id: byPost.clientId }, undefined],
    "public with a secret": [{ client_id: open.clientId, client_secret: "A".repeat(43) }, undefined],
    "public by basic": [{}, basicHeader(open.clientId, "A".repeat(43))],
    "another scheme": [{ client_id: basic.clientId }, `Bearer ${secretOf(basic)}`],
    "no colon": [{}, `Basic ${Buffer.from(basic.clientId).toString("base64")}`]
  };
  await forEachCase(cases, async ([fields, authorization]) =>
    expectError(await post(target, fields, authorization), 401, "invalid_client")
  );
};

const guessing = async (target: Target): Promise<void> => {
  if (target.options.operator !== null) {
    const stored = await target.operator().storedText();
    for (const kind of ["basic", "post"] as const)
      assert.ok(!stored.includes(secretOf(target.client(kind))), "a client secret is stored as it is");
  }
  const guarded = target.with("guarded");
  const { clientId } = guarded.client("otherBasic");
  const guess = basicHeader(clientId, "A".repeat(43));
  await expectFlood(guarded, (headers) => post(guarded, {}, guess, headers));
};

/** Every endpoint that authenticates clients does so in the same way. */
const everyEndpoint = async (target: Target): Promise<void> => {
  await wrongPost(target);
  const client = target.client("basic");
  const wrong = { ...client, secret: "A".repeat(43) };
  for (const name of ["pushed_authorization_request_endpoint", "revocation_endpoint", "introspection_endpoint"]) {
    if (typeof target.metadata[name] !== "string") continue;
    const request = { ...requestOf(target, client, target.newVerifier()), client_id: undefined, token: "nobody" };
    expectError(await postAs(target, wrong, target.endpoint(name), request), 401, "invalid_client");
    expectStatus(await postAs(target, client, target.endpoint(name), request), 200, 201);
  }
  await openSession(target, target.client("post"));
};

/** Group CA: how clients prove themselves. */
export const clientAuthenticationChecks: ReadonlyArray<Check> = [
  check("CA-01", "Basic authentication with a form-encoded id and secret is accepted", formEncoded),
  check("CA-02", "A wrong secret and an unknown client get the same response in the same time", sameAnswer),
  check("CA-03", "A wrong secret in the form is refused at every endpoint", everyEndpoint),
  check("CA-04", "A request with two authentication methods is refused", twoMethods),
  check("CA-05", "A method other than the registered one is refused", otherMethod),
  check("CA-06", "Secrets are stored as hashes, and guessing is limited by 429", guessing),
  ...assertionChecks
];
