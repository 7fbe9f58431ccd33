import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { fingerprint } from "../../../../scripts/docs/fingerprint.ts";
import { brandLinks } from "../../../../src/adapters/http/brand/brandLinks.ts";
import { listDocsFiles, readDocsFile } from "../../../../src/adapters/http/docs/DocsFile.ts";
import { verifierRoutes } from "../../../../src/adapters/http/log/verifierRoutes.ts";
import { get } from "../graphql/graphqlServer.ts";
import { docsPublicUrl, docsServer } from "./docsServer.ts";

const pathOf = (slug: string): string => (slug === "" ? "/docs" : `/docs/${slug}`);

const linksIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => href);

/** Pages of the service that are not part of the documentation. */
const elsewhere = new Set(["/settings", "/graphiql", ...verifierRoutes.map(({ path }) => path)]);

/** The typeface and the icons, which brandRoutes.test.ts requests. */
const isBrand = (pathname: string): boolean => brandLinks.text.includes(` href="${pathname}"`);

it.layer(docsServer)("the documentation of an instance", (it) => {
  it.effect("runs only its own script, loads only its own style, and cannot be framed", () =>
    Effect.gen(function* () {
      const page = yield* get("/docs");
      assert.strictEqual(page.status, 200);
      assert.strictEqual(page.header("content-type"), "text/html; charset=utf-8");
      const policy = page.header("content-security-policy") ?? "";
      for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
        assert.include(policy.split("; "), part);
      assert.notMatch(policy, /unsafe|https?:|\*/);
      assert.notMatch(page.text, /<style|<script(?![^>]* src=)|\son\w+=|style="/i);
    })
  );

  it.effect("links only to pages and headings that exist", () =>
    Effect.gen(function* () {
      const files = yield* Effect.promise(listDocsFiles);
      const pages = new Map<string, string>();
      for (const { slug } of files) pages.set(pathOf(slug), (yield* get(pathOf(slug))).text);
      const broken: Array<string> = [];
      for (const [path, text] of pages) {
        for (const href of linksIn(text)) {
          const { hash, origin, pathname } = new URL(href, `${docsPublicUrl}${path}`);
          if (origin !== docsPublicUrl || pathname.startsWith("/docs/assets/")) continue;
          if (!pathname.startsWith("/docs")) {
            if (href.startsWith("/") && !elsewhere.has(pathname) && !isBrand(pathname)) broken.push(`${path}: ${href}`);
            continue;
          }
          const target = pages.get(pathname) ?? ((yield* get(pathname)).status === 200 ? "" : undefined);
          if (target === undefined || (hash !== "" && !target.includes(` id="${decodeURIComponent(hash.slice(1))}"`)))
            broken.push(`${path}: ${href}`);
        }
      }
      assert.isAtLeast(pages.size, 20);
      assert.deepStrictEqual(broken, []);
    })
  );

  it.effect("gives each heading of a page its own anchor", () =>
    Effect.gen(function* () {
      for (const { slug } of yield* Effect.promise(listDocsFiles)) {
        const ids = [...(yield* get(pathOf(slug))).text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
        assert.lengthOf(new Set(ids), ids.length, slug);
      }
    })
  );

  it.effect("is compressed, and not sent again to a browser that has it", () =>
    Effect.gen(function* () {
      for (const path of ["/docs", "/docs/operations", "/docs/search-index"]) {
        const page = yield* get(path, { "accept-encoding": "gzip" });
        assert.strictEqual(page.header("content-encoding"), "gzip");
        assert.strictEqual(page.header("cache-control"), "no-cache");
        const again = yield* get(path, { "accept-encoding": "gzip", "if-none-match": page.header("etag") ?? "" });
        assert.strictEqual(again.status, 304);
      }
      const files = linksIn((yield* get("/docs")).text).filter((href) => href.startsWith("/docs/assets/"));
      assert.lengthOf(files, 1);
      for (const file of files) assert.match((yield* get(file)).header("cache-control") ?? "", /immutable/);
    })
  );

  it.effect("shows the address of the instance in the examples of an app", () =>
    Effect.gen(function* () {
      assert.include(yield* Effect.promise(() => readDocsFile("docs/apps.md")), "https://records.example.com/sdk.js");
      const { text } = yield* get("/docs/apps");
      assert.include(text, `${docsPublicUrl}/sdk.js`);
      assert.notInclude(text, "records.example.com");
    })
  );

  it.effect("has all pages in its search index", () =>
    Effect.gen(function* () {
      const { text } = yield* get("/docs/search-index");
      const entries: ReadonlyArray<{ readonly path: string }> = JSON.parse(text);
      const files = yield* Effect.promise(listDocsFiles);
      assert.deepStrictEqual(
        entries.map(({ path }) => path),
        files.map(({ slug }) => pathOf(slug))
      );
    })
  );

  it.effect("redirects paths of files and folders to the page", () =>
    Effect.gen(function* () {
      for (const [path, location] of [
        ["/docs/", "/docs"],
        ["/docs/apps.md", "/docs/apps"],
        ["/docs/apps/", "/docs/apps"]
      ] as const) {
        const response = yield* get(path);
        assert.deepStrictEqual([response.status, response.header("location")], [303, location]);
      }
    })
  );

  for (const path of ["/docs/none", "/docs/../package.json", "/docs/%2e%2e/package.json", "/docs/lexicons/..json"]) {
    it.effect(`has no page at ${path}, and says so with the sidebar`, () =>
      Effect.gen(function* () {
        const response = yield* get(path);
        assert.strictEqual(response.status, 404);
        if (response.header("content-type")?.startsWith("text/html") === true)
          assert.include(response.text, '<a href="/docs/apps">');
      })
    );
  }

  it.effect("serves the files that it links to as text", () =>
    Effect.gen(function* () {
      const schema = yield* get("/docs/admin.graphql");
      assert.strictEqual(schema.header("content-type"), "text/plain; charset=utf-8");
      assert.include(schema.text, "type Query");
    })
  );

  it("has the script and the style that their sources give", async () => {
    const kept = await readDocsFile("src/adapters/http/docs/assets/madeFrom.txt");
    assert.strictEqual(kept.trim(), await fingerprint(), "run npm run docs");
  });
});
