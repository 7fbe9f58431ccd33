import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { parse } from "graphql";
import { alice } from "../../../support/memoryService.ts";
import {
  adminBearer,
  adminCookie,
  bearer,
  get,
  graphql,
  graphqlServer,
  graphqlServerOfBob,
  post
} from "./graphqlServer.ts";

const create = `mutation ($status: String!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: "2026-11-27T12:00:00Z" }) { uri status actorHandle }
}`;
const register = `mutation ($redirectUris: [String!]!) {
  createOAuthClient(clientName: "An app", clientType: CONFIDENTIAL, redirectUris: $redirectUris) {
    clientId clientSecret clientType tokenEndpointAuthMethod scope
  }
}`;
const redirectUris = ["https://app.example/callback"];
const sameOrigin = { "sec-fetch-site": "same-origin" };

const codeOf = (errors: ReadonlyArray<unknown> | undefined) => Object(Object(errors?.[0]).extensions).code;
const messageOf = (errors: ReadonlyArray<unknown> | undefined) => Object(errors?.[0]).message;

it.layer(graphqlServer)("GraphQL over HTTP", (it) => {
  it.effect("executes queries without authentication", () =>
    Effect.gen(function* () {
      const reply = yield* graphql("{ viewer { did } xyzStatusphereStatus(first: 1) { totalCount } }");
      assert.strictEqual(reply.status, 200);
      assert.strictEqual(reply.header("access-control-allow-origin"), "*");
      assert.deepStrictEqual(reply.data, { viewer: null, xyzStatusphereStatus: { totalCount: 0 } });
    })
  );

  it.effect("writes for a signed-in user, and returns the record immediately", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice);
      const created = yield* graphql(create, { headers, variables: { status: "🌊" } });
      assert.isUndefined(created.errors);
      const { createXyzStatusphereStatus: record } = Object(created.data);
      assert.deepInclude(record, { status: "🌊", actorHandle: "alice.test" });
      const found = yield* graphql(`{ xyzStatusphereStatus(where: { status: { contains: "🌊" } }) { nodes { uri } } }`);
      assert.deepStrictEqual(found.data, { xyzStatusphereStatus: { nodes: [{ uri: record.uri }] } });
    })
  );

  it.effect("asks an anonymous caller to sign in, with 200", () =>
    Effect.gen(function* () {
      const reply = yield* graphql(create, { variables: { status: "🌊" } });
      assert.strictEqual(reply.status, 200);
      assert.deepStrictEqual(reply.data, { createXyzStatusphereStatus: null });
      assert.strictEqual(messageOf(reply.errors), "Authentication required. Please provide Authorization header.");
      assert.strictEqual(codeOf(reply.errors), "UNAUTHENTICATED");
    })
  );

  it.effect("refuses a mutation with an invalid token, and executes a query as anonymous", () =>
    Effect.gen(function* () {
      const headers = { authorization: "Bearer nonsense" };
      const mutation = yield* graphql(create, { headers, variables: { status: "🌊" } });
      assert.strictEqual(mutation.status, 401);
      assert.match(mutation.header("www-authenticate") ?? "", /^DPoP error="invalid_token".*resource_metadata="https:/);
      assert.strictEqual(codeOf(mutation.errors), "UNAUTHENTICATED");
      const query = yield* graphql("{ viewer { did } }", { headers });
      assert.deepStrictEqual([query.status, query.data], [200, { viewer: null }]);
      assert.include(query.header("www-authenticate") ?? "", "invalid_token");
    })
  );

  it.effect("names the missing scope", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice, "atproto");
      const reply = yield* graphql(create, { headers, variables: { status: "🌊" } });
      assert.strictEqual(codeOf(reply.errors), "FORBIDDEN");
      assert.include(messageOf(reply.errors), "repo:xyz.statusphere.status?action=create");
    })
  );

  it.effect("reports every problem of a record by its path", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice);
      const reply = yield* graphql(create, {
        headers,
        variables: { status: "much too long to be a status of one grapheme" }
      });
      assert.strictEqual(codeOf(reply.errors), "BAD_USER_INPUT");
      assert.include(messageOf(reply.errors), "status");
    })
  );

  it.effect("executes the fields of a mutation in order, independently of each other", () =>
    Effect.gen(function* () {
      const headers = yield* bearer(alice);
      const reply = yield* graphql(
        `mutation {
          a: updateAppNeutralActorProfile(input: { displayName: "One" }) { displayName }
          b: uploadBlob(data: "%%%", mimeType: "image/png") { ref }
          c: updateAppNeutralActorProfile(rkey: "self", input: { displayName: "Two" }) { displayName }
          kind: __typename
        }`,
        { headers }
      );
      assert.deepStrictEqual(reply.data, {
        a: { displayName: "One" },
        b: null,
        c: { displayName: "Two" },
        kind: "Mutation"
      });
      assert.deepInclude(Object(reply.errors?.[0]), { path: ["b"] });
    })
  );

  it.effect("returns introspection and records in the order of the selection", () =>
    Effect.gen(function* () {
      const reply = yield* graphql(
        `{ s: __schema { queryType { name } } f: xyzStatusphereStatus { __typename } t: __typename }`
      );
      assert.strictEqual(
        reply.text,
        `{"data":{"s":{"queryType":{"name":"Query"}},"f":{"__typename":"XyzStatusphereStatusConnection"},"t":"Query"}}`
      );
    })
  );

  const malformed: ReadonlyArray<readonly [string, string, Readonly<Record<string, string>>, number, string]> = [
    ["invalid JSON", "{", {}, 400, "must be a JSON object"],
    ["an array", "[]", {}, 400, "must be a JSON object"],
    ["no query", "{}", {}, 400, "query must be a string"],
    ["a query that is not a string", `{"query":1}`, {}, 400, "query must be a string"],
    [
      "variables that are not an object",
      `{"query":"{ __typename }","variables":[]}`,
      {},
      400,
      "variables must be an object"
    ],
    [
      "an operation name that is not a string",
      `{"query":"{ __typename }","operationName":1}`,
      {},
      400,
      "operationName"
    ],
    ["a form", "query=x", { "content-type": "application/x-www-form-urlencoded" }, 415, "application/json"],
    ["no content type", "{}", { "content-type": "" }, 415, "application/json"],
    ["a syntax error", `{"query":"{"}`, {}, 400, "Syntax Error"],
    ["an unknown field", `{"query":"{ nonsense }"}`, {}, 400, "nonsense"],
    ["an unknown content type", `{"query":"{ __typename }"}`, { accept: "image/png" }, 406, "application/json"]
  ];
  for (const [what, body, headers, status, says] of malformed) {
    it.effect(`refuses ${what} with ${status}, as a GraphQL error`, () =>
      Effect.gen(function* () {
        const answer = yield* post("/graphql", body, headers);
        assert.strictEqual(answer.status, status);
        const { data, errors } = JSON.parse(answer.text);
        assert.isUndefined(data);
        assert.include(errors[0].message, says);
        assert.isString(errors[0].extensions.code);
        assert.notMatch(answer.text, /\bat .*\.ts|select |SQL/);
      })
    );
  }

  it.effect("refuses a body of more than 256 KiB, or more than 8 MiB from a signed-in user", () =>
    Effect.gen(function* () {
      const body = (length: number) =>
        JSON.stringify({ query: "{ __typename }", variables: { a: "x".repeat(length) } });
      const headers = yield* bearer(alice);
      const strangers: ReadonlyArray<Readonly<Record<string, string>>> = [{}, { authorization: "Bearer nonsense" }];
      for (const stranger of strangers) {
        assert.strictEqual((yield* post("/graphql", body(200_000), stranger)).status, 200);
        const refused = yield* post("/graphql", body(300_000), stranger);
        assert.strictEqual(refused.status, 413);
        assert.include(refused.text, "256 KiB");
      }
      assert.strictEqual((yield* post("/graphql", body(8_000_000), headers)).status, 200);
      assert.strictEqual((yield* post("/graphql", body(8_400_000), headers)).status, 413);
    })
  );

  it.effect("executes queries by GET, but no mutations", () =>
    Effect.gen(function* () {
      const query = yield* get(
        `/graphql?${new URLSearchParams({ query: "query ($n: Int) { xyzStatusphereStatus(first: $n) { __typename } }", variables: `{"n":1}` })}`
      );
      assert.strictEqual(query.status, 200);
      const mutation = yield* get(
        `/graphql?${new URLSearchParams({ query: `mutation { deleteXyzStatusphereStatus(rkey: "a") { uri } }` })}`
      );
      assert.deepStrictEqual([mutation.status, mutation.header("allow")], [405, "POST"]);
    })
  );

  it.effect("serves the schema as text", () =>
    Effect.gen(function* () {
      const schema = yield* get("/schema.graphql");
      assert.include(schema.text, "type XyzStatusphereStatusConnection");
      const { definitions } = parse(schema.text);
      const names = definitions.flatMap((node) => ("name" in node && node.name !== undefined ? [node.name.value] : []));
      assert.deepStrictEqual(names, names.toSorted());
      assert.match(schema.text, /"""A declaration of a Bluesky account profile."""\ntype AppBskyActorProfile /);
    })
  );

  it.effect("sends the schema only once to a client that caches it", () =>
    Effect.gen(function* () {
      const schema = yield* get("/schema.graphql");
      const tag = schema.header("etag") ?? "";
      assert.match(tag, /^"[\w-]{43}"$/);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        const again = yield* get("/schema.graphql", { "if-none-match": known });
        assert.deepStrictEqual([again.status, again.text, again.header("etag")], [304, "", tag]);
        assert.isNull(again.header("content-length"));
      }
      const other = yield* get("/schema.graphql", { "if-none-match": `"other"` });
      assert.deepStrictEqual([other.status, other.text], [200, schema.text]);
    })
  );
});

it.layer(graphqlServerOfBob)("the registration of clients in GraphQL", (it) => {
  for (const path of ["/graphql", "/admin/graphql"]) {
    it.effect(`is for an admin who is signed in to the settings, at ${path}`, () =>
      Effect.gen(function* () {
        const headers = { ...(yield* adminCookie), ...sameOrigin };
        const reply = yield* graphql(register, { path, headers, variables: { redirectUris } });
        assert.isUndefined(reply.errors);
        const { createOAuthClient: client } = Object(reply.data);
        assert.match(client.clientId, /^client_/);
        assert.match(client.clientSecret, /^[\w-]{43}$/);
        assert.deepInclude(client, { clientType: "CONFIDENTIAL", scope: "atproto transition:generic" });
        const list = yield* graphql("{ oauthClients { clientId clientSecret } }", { path, headers });
        assert.deepInclude(Object(list.data).oauthClients, { clientId: client.clientId, clientSecret: null });
      })
    );

    it.effect(`is refused to everyone else, at ${path}`, () =>
      Effect.gen(function* () {
        const cookie = yield* adminCookie;
        const strangers = [
          ["UNAUTHENTICATED", {}],
          ["UNAUTHENTICATED", { ...cookie, "sec-fetch-site": "cross-site" }],
          ["UNAUTHENTICATED", { ...cookie }],
          ["FORBIDDEN", yield* bearer(alice)]
        ] as const;
        for (const [code, headers] of strangers) {
          const reply = yield* graphql(register, { path, headers: { ...headers }, variables: { redirectUris } });
          assert.strictEqual(codeOf(reply.errors), code);
          assert.isNull(reply.data);
        }
      })
    );

    it.effect(`is for the account of an admin, at ${path}`, () =>
      Effect.gen(function* () {
        const reply = yield* graphql(register, { path, headers: yield* adminBearer, variables: { redirectUris } });
        assert.isUndefined(reply.errors);
      })
    );
  }

  it.effect("updates, rotates and removes", () =>
    Effect.gen(function* () {
      const headers = { ...(yield* adminCookie), ...sameOrigin };
      const created = yield* graphql(register, { headers, variables: { redirectUris } });
      const { clientId, clientSecret } = Object(created.data).createOAuthClient;
      const reply = yield* graphql(
        `mutation ($id: String!) {
          updateOAuthClient(clientId: $id, clientName: "Renamed") { clientName redirectUris }
          setOAuthClientLifetimes(clientId: $id, accessTokenSeconds: 300) { accessTokenSeconds refreshTokenSeconds }
          rotateOAuthClientSecret(clientId: $id) { clientSecret }
          deleteOAuthClient(clientId: $id)
        }`,
        { headers, variables: { id: clientId } }
      );
      assert.isUndefined(reply.errors);
      const { deleteOAuthClient, rotateOAuthClientSecret, updateOAuthClient } = Object(reply.data);
      const { setOAuthClientLifetimes } = Object(reply.data);
      assert.deepStrictEqual(setOAuthClientLifetimes, { accessTokenSeconds: 300, refreshTokenSeconds: null });
      assert.deepStrictEqual(updateOAuthClient, { clientName: "Renamed", redirectUris });
      assert.notStrictEqual(rotateOAuthClientSecret.clientSecret, clientSecret);
      assert.isTrue(deleteOAuthClient);
    })
  );

  it.effect("reports all faults of a client, by field", () =>
    Effect.gen(function* () {
      const headers = { ...(yield* adminCookie), ...sameOrigin };
      const reply = yield* graphql(
        `mutation { createOAuthClient(clientName: "", redirectUris: ["http://evil.example/"], scope: "openid") { clientId } }`,
        { path: "/admin/graphql", headers }
      );
      assert.strictEqual(codeOf(reply.errors), "BAD_USER_INPUT");
      for (const field of ["name:", "redirectUris:", "scope:"]) assert.include(messageOf(reply.errors), field);
    })
  );

  it.effect("reports that a client does not exist", () =>
    Effect.gen(function* () {
      const headers = { ...(yield* adminCookie), ...sameOrigin };
      for (const id of ["client_0000000000000000000000", "nonsense"]) {
        const reply = yield* graphql(`mutation { deleteOAuthClient(clientId: "${id}") }`, {
          path: "/admin/graphql",
          headers
        });
        assert.strictEqual(codeOf(reply.errors), "NOT_FOUND");
      }
    })
  );
});
