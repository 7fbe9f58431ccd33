import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { brandLinks } from "../../../../src/adapters/http/brand/brandLinks.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { pageRoutes } from "../../../../src/adapters/http/settings/pageRoutes.ts";
import * as AddressHashesMemory from "../../../../src/adapters/memory/stores/AddressHashesMemory.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { get } from "../graphql/graphqlServer.ts";
import { send } from "../send.ts";

const server = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: pageRoutes
}).pipe(Layer.provide(AddressHashesMemory.layer));

it.layer(server)("the page of the settings", (it) => {
  it.effect("is the same at every path, runs only its own scripts, and cannot be framed", () =>
    Effect.gen(function* () {
      const page = yield* get("/settings");
      for (const path of ["/settings", "/settings/", "/settings/clients/new", "/settings/audit/events/7"]) {
        const answer = yield* get(path);
        assert.deepStrictEqual([answer.status, answer.text], [200, page.text]);
        assert.strictEqual(answer.header("content-type"), "text/html; charset=utf-8");
        assert.strictEqual(answer.header("cache-control"), "no-cache");
        const policy = answer.header("content-security-policy") ?? "";
        for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
          assert.include(policy, part);
        }
        assert.notMatch(policy, /unsafe|http|\*|data:/);
        assert.strictEqual(answer.header("x-frame-options"), "DENY");
        assert.isNull(answer.header("access-control-allow-origin"));
      }
      assert.notMatch(page.text, /<style|<script(?![^>]* src=)|\son\w+=|style="/i);
      assert.include(page.text, brandLinks.text);
      assert.notMatch(page.text.replace(brandLinks.text, ""), /(?:src|href)="(?!\/settings\/)/);
      assert.match(page.text, /<noscript>[\s\S]*npx tidemark --help[\s\S]*<\/noscript>/);
    })
  );

  it.effect("loads compressed files that are cached permanently under names with a hash", () =>
    Effect.gen(function* () {
      const page = yield* get("/settings");
      const files = [...page.text.matchAll(/(?:src|href)="(\/settings\/[^"]+)"/g)].map(([, path = ""]) => path);
      assert.isAtLeast(files.length, 2);
      for (const path of files) {
        assert.match(path, /^\/settings\/assets\/[\w-]+-[\w-]{8}\.(?:js|css|svg)$/);
        const file = yield* get(path, { "accept-encoding": "gzip" });
        assert.strictEqual(file.status, 200);
        assert.strictEqual(file.header("cache-control"), "public, max-age=31536000, immutable");
        assert.strictEqual(file.header("content-encoding"), "gzip");
        assert.strictEqual(file.header("x-content-type-options"), "nosniff");
      }
    })
  );

  it.effect("is not sent again to a browser that has it", () =>
    Effect.gen(function* () {
      const page = yield* get("/settings");
      const again = yield* get("/settings/sessions", { "if-none-match": page.header("etag") ?? "" });
      assert.deepStrictEqual([again.status, again.text], [304, ""]);
      assert.include(again.header("content-security-policy"), "script-src 'self'");
    })
  );

  it.effect("has no other file, and accepts no other method", () =>
    Effect.gen(function* () {
      const { port } = yield* HttpServerNode.HttpServerNode;
      for (const name of ["", "nothing.js", "../index.html", "..%2findex.html", "%2e%2e/madeFrom.txt", "constructor"]) {
        assert.strictEqual((yield* get(`/settings/assets/${name}`)).status, 404, name);
      }
      assert.strictEqual((yield* send(port, "/settings/clients", { method: "POST" })).status, 405);
    })
  );
});
