import { readFile } from "node:fs/promises";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { fingerprint } from "../../../../scripts/brand/fingerprint.ts";
import { fontPath, markPath } from "../../../../src/adapters/http/brand/brandFiles.ts";
import { get } from "../graphql/graphqlServer.ts";
import { brandServer } from "./brandServer.ts";

const linked = /<link rel="(?:preload|icon|apple-touch-icon|manifest)"[^>]* href="([^"]+)"/g;

it.layer(brandServer)("the typeface and the icons", (it) => {
  for (const path of ["/", "/docs"]) {
    it.effect(`are named in the head of ${path}, and its policy allows them`, () =>
      Effect.gen(function* () {
        const page = yield* get(path);
        const named = [...page.text.matchAll(linked)].map(([, href = ""]) => href);
        assert.deepStrictEqual(named, [
          fontPath,
          "/favicon.ico",
          markPath,
          "/apple-touch-icon.png",
          "/site.webmanifest"
        ]);
        for (const href of named) assert.strictEqual((yield* get(href)).status, 200, href);
        const policy = (page.header("content-security-policy") ?? "").split("; ");
        for (const part of ["font-src 'self'", "img-src 'self'", "manifest-src 'self'"]) assert.include(policy, part);
      })
    );
  }

  it.effect("may be cached permanently if their URL contains a hash of the content", () =>
    Effect.gen(function* () {
      for (const path of [fontPath, markPath])
        assert.strictEqual((yield* get(path)).header("cache-control"), "public, max-age=31536000, immutable");
      const icon = yield* get("/favicon.ico");
      assert.strictEqual(icon.header("cache-control"), "no-cache");
      const again = yield* get("/favicon.ico", { "if-none-match": icon.header("etag") ?? "" });
      assert.strictEqual(again.status, 304);
    })
  );

  it.effect("has icons of the manifest that exist", () =>
    Effect.gen(function* () {
      const { icons } = JSON.parse((yield* get("/site.webmanifest")).text);
      assert.lengthOf(icons, 2);
      for (const { src } of icons) assert.strictEqual((yield* get(src)).header("content-type"), "image/png");
    })
  );

  it.effect("includes the license of the typeface", () =>
    Effect.gen(function* () {
      assert.include((yield* get("/assets/OFL.txt")).text, "SIL OPEN FONT LICENSE");
    })
  );

  it.effect("has one file for all weights, of at most 60 kB", () =>
    Effect.gen(function* () {
      const font = yield* get(fontPath);
      assert.strictEqual(font.header("content-type"), "font/woff2");
      assert.isAtMost(Number(font.header("content-length")), 60_000);
    })
  );

  it.effect("is generated from the sources in the repository", () =>
    Effect.gen(function* () {
      const file = new URL("../../../../src/adapters/http/brand/assets/madeFrom.txt", import.meta.url);
      const madeFrom = yield* Effect.promise(() => readFile(file, "utf8"));
      assert.strictEqual(madeFrom.trim(), yield* Effect.promise(fingerprint), "run npm run brand");
    })
  );
});
