import { assert, describe, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Page } from "playwright-core";
import * as GraphqlApiLexicons from "../../src/adapters/graphql/GraphqlApiLexicons.ts";
import * as HttpServerNode from "../../src/adapters/http/server/HttpServerNode.ts";
import { importLexicons } from "../../src/application/lexicons/importLexicons.ts";
import { graphqlServer, serverOver } from "../adapters/http/graphql/graphqlServer.ts";
import { manyDocuments } from "../domain/lexicon/manyLexicons.ts";
import { memoryService } from "../support/memoryService.ts";
import * as Browser from "./Browser.ts";

/** 160 collections, as varied as those that apps publish. */
const largeServer = serverOver(GraphqlApiLexicons.layer).pipe(
  Layer.provideMerge(
    Layer.effectDiscard(
      importLexicons(
        manyDocuments(160).map((document) => ({ file: `${String(document.id)}.json`, document })),
        { type: "operator", id: null }
      )
    )
  ),
  Layer.provideMerge(memoryService)
);

const opened = (colorScheme: "light" | "dark") =>
  Effect.gen(function* () {
    const page = yield* Browser.openPage({ colorScheme });
    const { port } = yield* HttpServerNode.HttpServerNode;
    const origin = `http://127.0.0.1:${port}`;
    const elsewhere: Array<string> = [];
    const complaints: Array<string> = [];
    page.on("request", (request) => request.url().startsWith(`${origin}/`) || elsewhere.push(request.url()));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    yield* Effect.promise(async () => {
      await page.goto(`${origin}/graphiql`);
      await page.waitForSelector(".graphiql-query-editor .CodeMirror");
    });
    return { page, elsewhere, complaints };
  });

const run = async (page: Page, document: string): Promise<void> => {
  await page.locator(".graphiql-query-editor .CodeMirror").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(document);
  await page.keyboard.press("Control+Enter");
};

const brightness = (page: Page): Promise<number> =>
  page.evaluate(`{
    const { backgroundColor } = getComputedStyle(document.querySelector(".graphiql-container"));
    const [red, green, blue] = backgroundColor.match(/[\\d.]+/g).map(Number);
    (red + green + blue) / 3;
  }`);

describe.skipIf(Browser.chromiumPath === undefined)("GraphiQL in a browser", () => {
  layer(Layer.merge(graphqlServer, Browser.layer), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    for (const scheme of ["light", "dark"] as const) {
      it.scoped(`runs a query and shows the schema, ${scheme}, and contacts no other host`, () =>
        Effect.gen(function* () {
          const { complaints, elsewhere, page } = yield* opened(scheme);
          yield* Effect.promise(async () => {
            await run(page, "{ xyzStatusphereStatus { totalCount } }");
            await page.locator(".result-window", { hasText: `"totalCount": 0` }).waitFor();
            await page.getByLabel("Show Documentation Explorer").click();
            await page.getByRole("link", { name: "Query", exact: true }).click();
            await page.locator(".graphiql-doc-explorer", { hasText: "xyzStatusphereStatus" }).waitFor();
            await page.getByLabel("Open settings dialog").click();
            await page.getByText("Persist headers").waitFor();
          });
          const bright = yield* Effect.promise(() => brightness(page));
          assert.strictEqual(bright > 128, scheme === "light");
          assert.deepStrictEqual({ complaints, elsewhere }, { complaints: [], elsewhere: [] });
        })
      );
    }

    it.scoped("suggests fields of the schema, and shows why a query is refused", () =>
      Effect.gen(function* () {
        const { complaints, page } = yield* opened("light");
        yield* Effect.promise(async () => {
          await run(page, "{ nonsense }");
          await page.locator(".result-window", { hasText: "GRAPHQL_VALIDATION_FAILED" }).waitFor();
          await page.locator(".graphiql-query-editor .CodeMirror").click();
          await page.keyboard.press("Control+A");
          await page.keyboard.type("{ xyzStat");
          await page.locator(".CodeMirror-hint", { hasText: "xyzStatusphereStatus" }).first().waitFor();
        });
        assert.isTrue(complaints.every((text) => text.includes("400 (Bad Request)")));
      })
    );
  });

  layer(Layer.merge(largeServer, Browser.layer), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.scoped("suggests the joins of a record among 160 collections", () =>
      Effect.gen(function* () {
        const { complaints, page } = yield* opened("light");
        yield* Effect.promise(async () => {
          await run(page, "{ netApp0FeedLike { nodes { joins { netApp1RepoIssueByDid { totalCount } } } } }");
          await page.locator(".result-window", { hasText: `"nodes": []` }).waitFor();
          await page.getByLabel("Show Documentation Explorer").click();
          await page.getByRole("link", { name: "Query", exact: true }).click();
          await page.locator(".graphiql-doc-explorer", { hasText: "netApp0FeedLike" }).waitFor();
          await page.locator(".graphiql-query-editor .CodeMirror").click();
          await page.keyboard.press("Control+A");
          await page.keyboard.type("{ netApp0FeedLike { nodes { joins { netApp1RepoI");
          await page.locator(".CodeMirror-hint", { hasText: "netApp1RepoIssueByDid" }).first().waitFor();
        });
        assert.deepStrictEqual(complaints, []);
      })
    );
  });
});
