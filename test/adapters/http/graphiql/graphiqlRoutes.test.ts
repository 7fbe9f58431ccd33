import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { fingerprint } from "../../../../scripts/graphiql/fingerprint.ts";
import { get, graphqlServer } from "../graphql/graphqlServer.ts";

const sourceOf = /(?:src|href)="(\/graphiql\/[^"]+)"/g;
const nonceOf = (policy: string | null) => /'nonce-([\w-]{24})'/.exec(policy ?? "")?.[1];

it.layer(graphqlServer)("GraphiQL", (it) => {
  it.effect("is a page whose policy allows only its own files", () =>
    Effect.gen(function* () {
      const page = yield* get("/graphiql");
      const policy = page.header("content-security-policy") ?? "";
      for (const part of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]) {
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
