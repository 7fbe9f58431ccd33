import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { exchangeAuthorizationCode } from "../../../../src/application/token/exchangeAuthorizationCode.ts";
import { approved, codeVerifier, publicClient, redirectUri, registered } from "../../../support/loginThrough.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import { bearer, graphql, graphqlServer } from "./graphqlServer.ts";

const list = "{ oauthSessions { id clientId clientName scope isCurrent createdAt lastUsedAt expiresAt } }";
const end = "mutation ($id: String!) { endOAuthSession(id: $id) }";

const sessionsOf = (data: unknown): ReadonlyArray<Record<string, unknown>> => Object(data).oauthSessions;

/** Two devices of alice in one app. */
const devices = Effect.gen(function* () {
  const { client } = yield* registered({ ...publicClient, type: "confidential" });
  const signIn = Effect.gen(function* () {
    const { code } = yield* approved(client.clientId, alice);
    const tokens = yield* exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null });
    return { authorization: `Bearer ${tokens.accessToken}` };
  });
  return { client, phone: yield* signIn, laptop: yield* signIn };
});

it.layer(graphqlServer)("sessions on /graphql", (it) => {
  it.effect("lists the user's sign-ins to the calling app, and to no other app", () =>
    Effect.gen(function* () {
      const { client, phone } = yield* devices;
      yield* bearer(alice);
      const found = sessionsOf((yield* graphql(list, { headers: phone })).data);
      assert.deepStrictEqual(
        found.map(({ clientId, clientName, isCurrent }) => [clientId, clientName, isCurrent]).sort(),
        [
          [client.clientId, "An app", false],
          [client.clientId, "An app", true]
        ]
      );
      assert.match(String(found[0]?.createdAt), /^\d{4}-\d\d-\d\dT/);
    })
  );

  it.effect("ends one, and its tokens are refused from then on", () =>
    Effect.gen(function* () {
      const { laptop, phone } = yield* devices;
      const other = sessionsOf((yield* graphql(list, { headers: phone })).data).find(({ isCurrent }) => !isCurrent);
      const ended = yield* graphql(end, { headers: phone, variables: { id: other?.id } });
      assert.deepStrictEqual([ended.status, ended.data], [200, { endOAuthSession: true }]);
      assert.strictEqual(sessionsOf((yield* graphql(list, { headers: phone })).data).length, 1);
      const refused = yield* graphql(end, { headers: laptop, variables: { id: "x" } });
      assert.strictEqual(refused.status, 401);
      assert.include(refused.header("www-authenticate") ?? "", 'error="invalid_token"');
    })
  );

  it.effect("does not end those of another user or app, or for an anonymous caller", () =>
    Effect.gen(function* () {
      const { phone } = yield* devices;
      const [own] = sessionsOf((yield* graphql(list, { headers: phone })).data);
      for (const headers of [yield* bearer(bob), yield* bearer(alice)]) {
        const answer = yield* graphql(end, { headers, variables: { id: own?.id } });
        assert.propertyVal(Object(answer.errors?.[0]).extensions, "code", "NOT_FOUND");
      }
      for (const query of [list, end]) {
        const answer = yield* graphql(query, { variables: query === end ? { id: own?.id } : {} });
        assert.propertyVal(Object(answer.errors?.[0]).extensions, "code", "UNAUTHENTICATED");
      }
      assert.strictEqual(sessionsOf((yield* graphql(list, { headers: phone })).data).length, 2);
    })
  );
});
