import { createHash } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { errorExtensions } from "../../../../src/application/api/errorExtensions.ts";
import { alice, memoryService } from "../../../support/memoryService.ts";
import { adminCookie, bearer, get, graphqlServer, lexicons, post, serverOver } from "./graphqlServer.ts";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const persisted = (sha256Hash: unknown, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash } });

const send = (body: object, headers: Readonly<Record<string, string>> = {}, path = "/graphql") =>
  Effect.map(post(path, JSON.stringify(body), headers), ({ status, text }) => ({ status, body: JSON.parse(text) }));

const ownType = { accept: "application/graphql-response+json" };
const notFound = {
  errors: [{ message: "PersistedQueryNotFound", extensions: errorExtensions("PERSISTED_QUERY_NOT_FOUND") }]
};

it.layer(graphqlServer)("persisted documents", (it) => {
  it.effect("are requested if unknown, sent once, and then known, also by GET", () =>
    Effect.gen(function* () {
      const query = "query One { xyzStatusphereStatus { totalCount } }";
      const data = { data: { xyzStatusphereStatus: { totalCount: 0 } } };
      const extensions = persisted(hashOf(query));
      assert.deepStrictEqual(yield* send({ extensions }), { status: 200, body: notFound });
      assert.deepStrictEqual(yield* send({ extensions }, ownType), { status: 400, body: notFound });
      assert.deepStrictEqual(yield* send({ query, extensions }), { status: 200, body: data });
      assert.deepStrictEqual(yield* send({ query: null, extensions }), { status: 200, body: data });
      const byGet = yield* get(`/graphql?extensions=${encodeURIComponent(JSON.stringify(extensions))}`);
      assert.deepStrictEqual([byGet.status, JSON.parse(byGet.text)], [200, data]);
    })
  );

  it.effect("with mutations are not executed by GET", () =>
    Effect.gen(function* () {
      const query = `mutation { deleteXyzStatusphereStatus(rkey: "3jzfcijpj2z2a") { uri } }`;
      const extensions = persisted(hashOf(query));
      assert.strictEqual((yield* send({ query, extensions })).status, 200);
      const byGet = yield* get(`/graphql?extensions=${encodeURIComponent(JSON.stringify(extensions))}`);
      assert.strictEqual(byGet.status, 405);
    })
  );

  it.effect("are refused under an invalid hash, or that of another document", () =>
    Effect.gen(function* () {
      const query = "{ __typename }";
      for (const extensions of [persisted("abc"), persisted(7), persisted(hashOf(query), 2), { persistedQuery: 1 }]) {
        const { status, body } = yield* send({ query, extensions });
        assert.deepStrictEqual([status, body.errors[0].extensions.code], [400, "BAD_REQUEST"]);
        assert.include(body.errors[0].message, "extensions.persistedQuery");
      }
      const other = yield* send({ query, extensions: persisted(hashOf("{ other }")) });
      assert.deepStrictEqual([other.status, other.body.errors[0].extensions.code], [400, "BAD_USER_INPUT"]);
      assert.strictEqual((yield* send({ query, extensions: persisted(hashOf(query).toUpperCase()) })).status, 200);
      assert.strictEqual((yield* send({ query, extensions: { persistedQuery: null, other: 1 } })).status, 200);
    })
  );

  it.effect("are not available in the admin API", () =>
    Effect.gen(function* () {
      const cookie = { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
      const { body } = yield* send({ extensions: persisted(hashOf("x")) }, cookie, "/admin/graphql");
      assert.strictEqual(body.errors[0].message, "PersistedQueryNotSupported");
    })
  );
});

it.layer(graphqlServer)("the cost of an operation", (it) => {
  it.effect("is reported on request", () =>
    Effect.gen(function* () {
      const query = "{ xyzStatusphereStatus(first: 7) { nodes { uri } totalCount } }";
      const data = { xyzStatusphereStatus: { nodes: [], totalCount: 0 } };
      assert.deepStrictEqual((yield* send({ query })).body, { data });
      const asked = yield* send({ query }, { "x-tidemark-cost": "1" });
      assert.deepStrictEqual(asked.body, { data, extensions: { cost: 7 } });
      const mixed = yield* send({ query: "{ __typename oauthClients { clientId } }" }, { "x-tidemark-cost": "1" });
      assert.deepStrictEqual(mixed.body.extensions, { cost: 0 });
    })
  );

  it.effect("of a mutation is reported as well", () =>
    Effect.gen(function* () {
      const query = `mutation { createXyzStatusphereStatus(input: { status: "x", createdAt: "2026-11-27T12:00:00Z" }) {
        status xyzStatusphereStatusByDid(first: 2) { nodes { status } } } }`;
      const { body } = yield* send({ query }, { ...(yield* bearer(alice)), "x-tidemark-cost": "1" });
      assert.deepStrictEqual(body, {
        data: { createXyzStatusphereStatus: { status: "x", xyzStatusphereStatusByDid: { nodes: [{ status: "x" }] } } },
        extensions: { cost: 3 }
      });
    })
  );

  it.effect("is refused above the limit", () =>
    Effect.gen(function* () {
      const query = "{ xyzStatusphereStatus(first: 1000) { nodes { xyzStatusphereStatusByDid { nodes { uri } } } } }";
      const { status, body } = yield* send({ query }, { "x-tidemark-cost": "1" });
      assert.strictEqual(status, 400);
      assert.deepStrictEqual(body, {
        errors: [
          {
            message:
              "The operation asks for an estimated 51000 nodes: at most 10000 are allowed. Ask for smaller pages (first, last), or for fewer joins.",
            extensions: errorExtensions("COST_LIMIT")
          }
        ]
      });
    })
  );
});

const known = "{ xyzStatusphereStatus { totalCount } }";

const closedServer = serverOver(GraphqlApiLexicons.layerWith({ documents: [known], only: true })).pipe(
  Layer.provideMerge(lexicons),
  Layer.provideMerge(memoryService)
);

it.layer(closedServer)("a service of persisted documents only", (it) => {
  it.effect("executes those and no others", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send({ extensions: persisted(hashOf(known)) })).status, 200);
      const { status, body } = yield* send({ query: "{ __typename }" });
      assert.deepStrictEqual([status, body.errors[0].extensions.code], [400, "PERSISTED_QUERY_REQUIRED"]);
    })
  );
});
