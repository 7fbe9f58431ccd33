import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { fingerprint } from "../../../../scripts/sdk/fingerprint.ts";
import { version } from "../../../../sdk/src/version.ts";
import { sdkRoutes } from "../../../../src/adapters/http/sdk/sdkRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import * as AddressHashesMemory from "../../../../src/adapters/memory/stores/AddressHashesMemory.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { get } from "../graphql/graphqlServer.ts";

const server = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: sdkRoutes
}).pipe(Layer.provide(AddressHashesMemory.layer));

const projectFile = (path: string) =>
  Effect.promise(() => readFile(new URL(`../../../../${path}`, import.meta.url), "utf8"));

it.layer(server)("the SDK", (it) => {
  for (const path of ["/sdk.js", "/sdk.global.js", "/sdk/react.js", "/sdk/node.js"]) {
    it.effect(`is served at ${path} to pages of any origin, compressed, with its version and an ETag`, () =>
      Effect.gen(function* () {
        const file = yield* get(path);
        assert.strictEqual(file.status, 200);
        assert.strictEqual(file.header("content-type"), "text/javascript; charset=utf-8");
        assert.strictEqual(file.header("access-control-allow-origin"), "*");
        assert.match(file.text, new RegExp(`^/\\*! Tidemark SDK ${version.replaceAll(".", "\\.")} `));
        const packed = yield* get(path, { "accept-encoding": "gzip" });
        assert.strictEqual(packed.header("content-encoding"), "gzip");
        const again = yield* get(path, { "if-none-match": file.header("etag") ?? "" });
        assert.strictEqual(again.status, 304);
      })
    );
  }

  it.effect("is served as a package, with an ETag and the name that npm gives it", () =>
    Effect.gen(function* () {
      const file = yield* get("/sdk.tgz");
      assert.strictEqual(file.status, 200);
      assert.strictEqual(file.header("content-type"), "application/gzip");
      assert.strictEqual(file.header("content-disposition"), `attachment; filename="tidemark-sdk-${version}.tgz"`);
      assert.strictEqual(file.header("cache-control"), "no-cache");
      assert.strictEqual(file.header("content-encoding"), null);
      const again = yield* get("/sdk.tgz", { "if-none-match": file.header("etag") ?? "" });
      assert.strictEqual(again.status, 304);
    })
  );

  it.effect("is served with its types", () =>
    Effect.gen(function* () {
      assert.include((yield* get("/sdk.d.ts")).text, "loginWithRedirect");
      assert.include((yield* get("/sdk/react.d.ts")).text, "TidemarkProvider");
      assert.include((yield* get("/sdk/node.d.ts")).text, "completeLogin");
    })
  );

  it.effect("has up to 8 kB, gzipped, and 10 kB with what it loads for subscriptions", () =>
    Effect.gen(function* () {
      const packed = ({ text }: { readonly text: string }) => gzipSync(text, { level: 9 }).length;
      const entry = packed(yield* get("/sdk.js"));
      assert.isAtMost(entry, 8 * 1024);
      assert.isAtMost(entry + packed(yield* get("/sdk/subscribe.js")), 10 * 1024);
    })
  );

  it.effect("loads what subscriptions need from its own origin, on demand", () =>
    Effect.gen(function* () {
      for (const path of ["/sdk.js", "/sdk.global.js"])
        assert.include((yield* get(path)).text, 'import("./sdk/subscribe.js")');
      const file = yield* get("/sdk/subscribe.js");
      assert.strictEqual(file.status, 200);
      assert.strictEqual(file.header("content-type"), "text/javascript; charset=utf-8");
      assert.strictEqual(file.header("access-control-allow-origin"), "*");
      assert.notMatch(file.text, /\bimport\b/);
    })
  );

  it.effect("is bundled from the sources in the repository, under the version of the service", () =>
    Effect.gen(function* () {
      const madeFrom = yield* projectFile("sdk/dist/madeFrom.txt");
      assert.strictEqual(madeFrom.trim(), yield* Effect.promise(fingerprint), "run npm run sdk");
      for (const path of ["package.json", "sdk/package.json"]) {
        assert.include(yield* projectFile(path), `"version": "${version}"`);
      }
    })
  );
});
