import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import * as Schema from "effect/Schema";
import { graphql } from "../adapters/http/graphql/graphqlServer.ts";
import { codeOf, member, postToken } from "../adapters/http/oauth/oauthServer.ts";
import { codeVerifier, redirectUri } from "../support/loginThrough.ts";
import { json } from "../support/scriptedServer.ts";
import { completeLogin, eventsOf } from "./completeLogin.ts";
import { hostilePds, marker } from "./HostilePds.ts";
import { hostileService, Watch } from "./hostileService.ts";
import { oauthError } from "./misbehave.ts";
import { otherCid, type SessionCase, sessionCases } from "./sessionCases.ts";

const create = `mutation { createXyzStatusphereStatus(input: { status: "🌊", createdAt: "2026-11-28T00:00:00Z" }) { uri } }`;

const Errors = Schema.Array(Schema.Struct({ extensions: Schema.Struct({ code: Schema.String }) }));
const codesOf = (errors: unknown) =>
  Effect.map(Schema.decodeUnknown(Errors)(errors), (all) => all.map(({ extensions }) => extensions.code));

/** Signs in, and takes the code to the token endpoint, as a server does that has a secret. */
const signedIn = (pds: Parameters<typeof completeLogin>[0]) =>
  Effect.gen(function* () {
    const { app, authorizationId, last } = yield* completeLogin(pds);
    const form = { grant_type: "authorization_code", code: codeOf(last), redirect_uri: redirectUri };
    const tokens = yield* postToken({ ...form, code_verifier: codeVerifier }, { authorization: app });
    assert.strictEqual(tokens.status, 200, tokens.text);
    return { authorizationId, headers: { authorization: `Bearer ${member(tokens, "access_token")}` } };
  });

const run = ({ code, does, event: [type, reason] }: SessionCase) =>
  Effect.gen(function* () {
    const { honest, sockets, vaultRows } = yield* Watch;
    const pds = yield* hostilePds(does, honest);
    const { authorizationId, headers } = yield* signedIn(pds);
    const begun = Date.now();
    const answer = yield* graphql(create, { headers });
    assert.isBelow(Date.now() - begun, 10_000);
    assert.deepStrictEqual(yield* codesOf(answer.errors), [code]);
    assert.notInclude(answer.text, marker);
    assert.notInclude(answer.text, "localhost");

    const events = yield* eventsOf(authorizationId);
    assert.deepInclude(
      events.map((event) => [event.type, event.reason]),
      [type, reason]
    );
    assert.notInclude(JSON.stringify(events), marker);
    const sessionId = events.find((event) => event.type === "SessionEstablished.v1")?.data.sessionId;
    const isOver = type === "SessionEnded.v1";
    // What is to be given back stays until the PDS was told, for which nobody waits.
    yield* Effect.retry(
      Effect.suspend(() =>
        vaultRows.has(`session/${sessionId}`) === isOver ? Effect.fail("kept or lost") : Effect.void
      ),
      Schedule.intersect(Schedule.spaced("20 millis"), Schedule.recurs(250))
    );
    assert.strictEqual(
      events.some((event) => event.type === "AuthorizationEnded.v1"),
      isOver
    );
    // The code, the refresh, and once more each for a nonce.
    assert.isAtMost(pds.requests.filter(({ path }) => path === "/token").length, 3);
    assert.deepStrictEqual(
      sockets.dialled.filter((address) => !address.startsWith("127.")),
      []
    );
  });

layer(hostileService, { excludeTestServices: true })("a session at a PDS with", (it) => {
  it("at least 30 different faults", () => assert.isAtLeast(new Set(sessionCases.map(({ name }) => name)).size, 30));

  for (const each of sessionCases) {
    it.scoped(`${each.name}: ${each.event[1]}, ${each.code}`, () => run(each), { concurrent: true });
  }

  it.scoped("CL-14 tokens that it never accepts sends two requests, with one refresh between them", () =>
    Effect.gen(function* () {
      const createPath = "/xrpc/com.atproto.repo.createRecord";
      const pds = yield* hostilePds({ [createPath]: oauthError("invalid_token", 401) });
      const { headers } = yield* signedIn(pds);
      yield* graphql(create, { headers });
      const count = (path: string) => pds.requests.filter((request) => request.path === path).length;
      assert.deepStrictEqual([count(createPath), count("/token")], [2, 2]);
    })
  );

  it.scoped("a CID other than that of the sent record records both CIDs", () =>
    Effect.gen(function* () {
      const createPath = "/xrpc/com.atproto.repo.createRecord";
      const pds = yield* hostilePds({
        [createPath]: (response, at) => {
          const { rkey } = JSON.parse(at.pds.requests.findLast(({ path }) => path === createPath)?.body ?? "{}");
          json(response, { uri: `at://${at.pds.did}/xyz.statusphere.status/${rkey}`, cid: otherCid });
        }
      });
      const { authorizationId, headers } = yield* signedIn(pds);
      assert.isUndefined((yield* graphql(create, { headers })).errors);
      const events = yield* eventsOf(authorizationId);
      const asked = events.find(({ type }) => type.startsWith("WriteRequested"));
      const differed = events.find(({ type }) => type === "WrittenCidDiffered.v1");
      assert.deepInclude(differed?.data, { expected: asked?.data.cid, actual: otherCid });
    })
  );
});
