import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { type FakePds, ownPds } from "../../../support/fakePds.ts";
import { json } from "../../../support/scriptedServer.ts";
import { graphql } from "../graphql/graphqlServer.ts";
import { send } from "../send.ts";
import { blobServer, signedIn } from "./blobServer.ts";
import { secret, type Trouble, troubles } from "./pdsTrouble.ts";

const createMethod = "com.atproto.repo.createRecord";
const uploadMethod = "com.atproto.repo.uploadBlob";
const create = `mutation { createXyzStatusphereStatus(input: { status: "🌊", createdAt: "2026-11-28T00:00:00Z" }) { uri } }`;
const count = "{ xyzStatusphereStatus { totalCount } }";

const Errors = Schema.Array(
  Schema.Struct({
    message: Schema.String,
    extensions: Schema.Struct({ code: Schema.String }, { key: Schema.String, value: Schema.Unknown })
  })
);
const firstError = (errors: unknown) => Effect.map(Schema.decodeUnknown(Errors)(errors), ([first]) => first);
const decodeBody = Schema.decode(Schema.parseJson(Schema.Struct({ errors: Errors })));

const bearer = Effect.map(
  Effect.flatMap(signedIn, (token) => token("atproto transition:generic")),
  (token) => ({ authorization: `Bearer ${token}` })
);

const eventsSince = (position: number) => Effect.flatMap(EventLog, (log) => log.read(position, 1000));

/** Nothing of the PDS's own that is not for apps, and nothing of what the service called it with. */
const assertDiscreet = (text: string, pds: FakePds["Type"]) => {
  assert.notInclude(text, secret);
  assert.notInclude(text, pds.accessToken());
  assert.notMatch(text, /eyJ|https?:\/\/(?!app\.example)/);
};

const writeIn = (trouble: Trouble) =>
  Effect.gen(function* () {
    const pds = yield* ownPds;
    const log = yield* EventLog;
    const headers = yield* bearer;
    const before = yield* graphql(count);
    const position = yield* log.head;
    pds.misbehave(createMethod, trouble.answer);
    trouble.besides?.(pds);
    const answer = yield* graphql(create, { headers });
    assertDiscreet(answer.text, pds);
    const error = yield* firstError(answer.errors);
    assert.strictEqual(error?.extensions.code, trouble.code);
    assert.include(error?.message, trouble.says);
    assert.deepInclude(error?.extensions, trouble.extensions ?? {});
    assert.deepStrictEqual(answer.data, { createXyzStatusphereStatus: null });
    const events = (yield* eventsSince(position)).filter(({ stream }) => stream.startsWith("write-"));
    assert.deepStrictEqual(
      events.map(({ reason, type }) => [type, reason]),
      [["WriteRequested.v1", null], [...(trouble.event ?? [])]]
    );
    assert.deepStrictEqual((yield* graphql(count)).data, before.data);
  });

const uploadIn = (trouble: Trouble) =>
  Effect.gen(function* () {
    const pds = yield* ownPds;
    const log = yield* EventLog;
    const { port } = yield* HttpServerNode.HttpServerNode;
    const headers = { ...(yield* bearer), "content-type": "image/png" };
    const position = yield* log.head;
    pds.misbehave(uploadMethod, trouble.answer);
    trouble.besides?.(pds);
    const answer = yield* send(port, "/blobs", { method: "POST", headers, body: "a picture".repeat(20_000) });
    assertDiscreet(answer.text, pds);
    const { errors } = yield* decodeBody(answer.text);
    const [error] = errors;
    assert.strictEqual(error?.extensions.code, trouble.uploadCode ?? trouble.code);
    assert.strictEqual(answer.status, trouble.status);
    assert.strictEqual(
      answer.header("retry-after"),
      answer.status === 429 ? (trouble.extensions?.retryAfter?.toString() ?? null) : answer.header("retry-after")
    );
    const events = (yield* eventsSince(position)).filter(({ stream }) => stream.startsWith("write-"));
    assert.deepStrictEqual(
      events.map(({ reason, type }) => [type, reason]),
      [["BlobUploadFailed.v1", trouble.uploadReason ?? trouble.event?.[1] ?? null]]
    );
  });

layer(blobServer(), { excludeTestServices: true })("a failing PDS", (it) => {
  for (const trouble of troubles) {
    it.scoped(`${trouble.name}, at a write: ${trouble.code}`, () => writeIn(trouble));
  }
  // A stream has a minute to move: only time tells a slow PDS.
  for (const trouble of troubles.filter(({ name }) => name !== "slow" && name !== "a required nonce")) {
    it.scoped(`${trouble.name}, at an upload: ${trouble.status}`, () => uploadIn(trouble));
  }

  it.scoped("is retried after a short Retry-After, and with the nonce that it sent", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const headers = yield* bearer;
      let told = 0;
      pds.misbehave(createMethod, (request, response) => {
        told += 1;
        if (told === 1) return json(response, { error: "use_dpop_nonce" }, 401, { "dpop-nonce": "n" });
        if (told === 3) pds.behave();
        return request
          .resume()
          .once("end", () => json(response, { error: "RateLimitExceeded" }, 429, { "retry-after": "1" }));
      });
      const begun = Date.now();
      const answer = yield* graphql(create, { headers });
      assert.isUndefined(answer.errors);
      assert.isAtLeast(Date.now() - begun, 1_900);
      assert.strictEqual(pds.calls(createMethod).length, 4);
    })
  );

  it.scoped("cannot disclose the token by quoting it in an error message", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const headers = yield* bearer;
      pds.misbehave(createMethod, (request, response) =>
        request.resume().once("end", () => {
          const { authorization, dpop } = request.headers;
          json(response, { error: "InvalidRequest", message: `What is ${authorization} with ${dpop}?` }, 400);
        })
      );
      const answer = yield* graphql(create, { headers });
      assert.include(answer.text, "The PDS reports: What is DPoP … with …?");
      assertDiscreet(answer.text, pds);
    })
  );

  it.scoped("receives no writes once the account is hosted elsewhere, even if it would accept them", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const headers = yield* bearer;
      pds.moveTo("https://new.example");
      const answer = yield* graphql(create, { headers });
      assert.strictEqual((yield* firstError(answer.errors))?.extensions.code, "ACCOUNT_MOVED");
      assert.strictEqual(pds.calls(createMethod).length, 0);
    })
  );

  it.scoped("ends the session of an account that has moved, and receives no further requests", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const log = yield* EventLog;
      const headers = yield* bearer;
      const position = yield* log.head;
      pds.misbehave(createMethod, (request, response) =>
        request.resume().once("end", () => json(response, { error: "AccountDeactivated" }, 401))
      );
      pds.moveTo("https://new.example");
      yield* graphql(create, { headers });
      pds.behave();
      const types = (yield* log.read(position, 100)).map(({ reason, type }) => `${type} ${reason}`);
      assert.includeMembers(types, ["SessionEnded.v1 account-moved", "AuthorizationEnded.v1 session-ended"]);
      const before = pds.calls(createMethod).length;
      assert.strictEqual((yield* graphql(create, { headers })).status, 401);
      assert.strictEqual(pds.calls(createMethod).length, before);
    })
  );
});
