import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { lexiconExportRoutes } from "../../../../src/adapters/http/lexicons/lexiconExportRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { LexiconArchive } from "../../../../src/domain/lexicon/import/LexiconArchive.ts";
import { memoryService, publicUrl } from "../../../support/memoryService.ts";
import { adminCookie } from "../graphql/graphqlServer.ts";

const server = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: lexiconExportRoutes
});

const download = (headers: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { port } = yield* HttpServerNode.HttpServerNode;
    return yield* Effect.promise(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/admin/lexicons.zip`, { headers });
      return {
        status: response.status,
        headers: response.headers,
        bytes: new Uint8Array(await response.arrayBuffer())
      };
    });
  });

const like = {
  lexicon: 1,
  id: "com.example.like",
  defs: {
    main: {
      type: "record",
      key: "tid",
      record: { type: "object", properties: { subject: { type: "ref", ref: "com.atproto.repo.strongRef" } } }
    }
  }
};

it.layer(Layer.provideMerge(server, memoryService))("the download of the Lexicons", (it) => {
  it.effect("is an archive whose import results in the same set", () =>
    Effect.gen(function* () {
      const { digest } = yield* importLexicons([{ file: "", document: like }], { type: "operator", id: null });
      const { bytes, headers, status } = yield* download(yield* adminCookie);
      assert.strictEqual(status, 200);
      assert.strictEqual(headers.get("content-type"), "application/zip");
      assert.strictEqual(headers.get("content-disposition"), 'attachment; filename="lexicons.zip"');
      assert.strictEqual(headers.get("cache-control"), "no-store");
      const files = yield* Effect.flatMap(LexiconArchive, (archive) => archive.read(bytes, "lexicons.zip"));
      assert.deepStrictEqual(files, [{ file: "com/example/like.json", document: like }]);
      assert.strictEqual((yield* importLexicons(files, { type: "operator", id: null })).digest, digest);
    })
  );

  it.effect("is only for a signed-in admin", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* download({})).status, 403);
      const elsewhere = { ...(yield* adminCookie), origin: "https://other.example" };
      assert.strictEqual((yield* download(elsewhere)).status, 403);
    })
  );
});
