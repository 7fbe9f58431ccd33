import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { fingerprint } from "../../../../scripts/graphiql/fingerprint.ts";
import { findClient } from "../../../../src/application/clients/findClient.ts";
import { deleteClient } from "../../../../src/application/clients/registration/deleteClient.ts";
import { ClientId } from "../../../../src/domain/client/ClientId.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { get, graphqlServer, post } from "../graphql/graphqlServer.ts";

const Client = Schema.parseJson(Schema.Struct({ clientId: ClientId, server: Schema.String }));

const sourceOf = /(?:src|href)="(\/graphiql\/[^"]+)"/g;
const nonceOf = (policy: string | null) => /'nonce-([\w-]{24})'/.exec(policy ?? "")?.[1];

it.layer(graphqlServer)("GraphiQL", (it) => {
  it.effect("is a page whose policy allows only its own files", () =>
    Effect.gen(function* () {
      const page = yield* get("/graphiql");
      const policy = page.header("content-security-policy") ?? "";
      for (const part of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'self'"]) {
        assert.include(policy.split("; "), part);
      }
      assert.notMatch(policy, /unsafe|https?:|\*/);
      assert.notMatch(page.text, /https?:\/\//);
      assert.include(page.text, `nonce="${nonceOf(policy)}"`);
      assert.notStrictEqual(nonceOf((yield* get("/graphiql")).header("content-security-policy")), nonceOf(policy));
    })
  );

  it.effect("refers to files that may be cached permanently", () =>
    Effect.gen(function* () {
      const page = yield* get("/graphiql");
      const sources = [...page.text.matchAll(sourceOf)].flatMap(([, path]) => path ?? []);
      assert.lengthOf(sources, 2);
      for (const path of sources) {
        const file = yield* get(path, { "accept-encoding": "gzip, br" });
        assert.strictEqual(file.status, 200);
        assert.strictEqual(file.header("content-encoding"), "gzip");
        assert.match(file.header("cache-control") ?? "", /immutable/);
        const again = yield* get(path, { "accept-encoding": "gzip", "if-none-match": file.header("etag") ?? "" });
        assert.strictEqual(again.status, 304);
      }
    })
  );

  for (const accepted of ["", "identity", "gzip;q=0"]) {
    it.effect(`sends the plain file for Accept-Encoding "${accepted}"`, () =>
      Effect.gen(function* () {
        const file = yield* get("/graphiql/graphiql.css?v=other", { "accept-encoding": accepted });
        assert.isNull(file.header("content-encoding"));
        assert.strictEqual(file.header("cache-control"), "no-cache");
        assert.include(file.text, ".graphiql-container");
        assert.notMatch(file.text, /@font-face|url\((?!data:)/);
      })
    );
  }

  it.effect("registers one public client for its own page, and another after that one was deleted", () =>
    Effect.gen(function* () {
      const own = { host: new URL(publicUrl).host, origin: publicUrl, "sec-fetch-site": "same-origin" };
      const ask = Effect.map(post("/graphiql/client", "", own), ({ text }) => Schema.decodeUnknownSync(Client)(text));
      const first = yield* ask;
      assert.strictEqual(first.server, publicUrl);
      assert.deepStrictEqual(yield* ask, first);
      const client = yield* findClient(first.clientId);
      assert.deepStrictEqual(
        Option.map(client, ({ redirectUris, type }) => ({ redirectUris, type })),
        Option.some({ redirectUris: [`${publicUrl}/graphiql`], type: "public" as const })
      );
      yield* deleteClient(first.clientId, { _tag: "Operator" });
      assert.notStrictEqual((yield* ask).clientId, first.clientId);
      const { status } = yield* post("/graphiql/client", "", { ...own, "sec-fetch-site": "cross-site" });
      assert.strictEqual(status, 403);
    })
  );

  it.effect("gets the cost of an operation without executing it", () =>
    Effect.gen(function* () {
      const estimate = (query: string) =>
        Effect.map(
          post("/graphql", JSON.stringify({ query }), { "x-tidemark-cost": "estimate" }),
          ({ text }): unknown => JSON.parse(text)
        );
      const expected = (cost: number) => ({ data: null, extensions: { cost, costLimit: 10_000 } });
      assert.deepStrictEqual(yield* estimate("{ xyzStatusphereStatus(first: 7) { nodes { uri } } }"), expected(7));
      assert.deepStrictEqual(yield* estimate("subscription { xyzStatusphereStatusCreated { uri } }"), expected(1));
      assert.deepStrictEqual(
        yield* estimate(`mutation { deleteXyzStatusphereStatus(rkey: "3jzfcijpj2z2a") { uri } }`),
        expected(0)
      );
    })
  );

  it.effect("includes the licenses of its dependencies", () =>
    Effect.gen(function* () {
      const { text } = yield* get("/graphiql/LICENSES.txt");
      for (const name of ["graphiql", "react-dom", "codemirror"])
        assert.match(text, new RegExp(`^${name} [\\d.]+ `, "m"));
    })
  );

  it.effect("is bundled from the sources in the repository", () =>
    Effect.gen(function* () {
      const file = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
      const madeFrom = yield* Effect.promise(() =>
        readFile(file("src/adapters/http/graphiql/assets/madeFrom.txt"), "utf8")
      );
      const now = yield* Effect.promise(() => fingerprint(file("scripts/graphiql")));
      assert.strictEqual(madeFrom.trim(), now, "run npm run graphiql");
    })
  );
});
