import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import { logRoutes } from "../../../../src/adapters/http/log/logRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import * as StorageMemory from "../../../../src/adapters/memory/StorageMemory.ts";
import { sealNext } from "../../../../src/application/transparency/sealNext.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { parseCheckpoint } from "../../../../src/domain/transparency/Checkpoint.ts";
import { isSameHash } from "../../../../src/domain/transparency/merkleHash.ts";
import { SealedTree } from "../../../../src/domain/transparency/SealedTree.ts";
import { parseNote } from "../../../../src/domain/transparency/SignedNote.ts";
import { parseVerifierKey } from "../../../../src/domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../../../src/domain/transparency/verifyEd25519.ts";
import { verifyNote } from "../../../../src/domain/transparency/verifyNote.ts";
import { freshStream, sampleEvents } from "../../../contracts/sampleEvent.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { testSigner } from "../../../support/testSigner.ts";

const server = HttpServerNode.layer({ host: "127.0.0.1", port: 0, publicUrl, trustedProxies: 0, routes: logRoutes });

const services = Layer.provideMerge(server, Layer.merge(StorageMemory.layer, testSigner));

const sealed = (count: number) =>
  Effect.gen(function* () {
    yield* (yield* EventLog).append(freshStream(), 0, sampleEvents(count));
    yield* sealNext({ name: "seal log", fence: 1 });
  });

const request = (path: string, init: RequestInit = {}) =>
  Effect.gen(function* () {
    const { port } = yield* HttpServerNode.HttpServerNode;
    return yield* Effect.promise(async () => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
      const { headers, status } = response;
      return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) };
    });
  });

const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => new TextDecoder().decode(bytes);

it.layer(services)("the transparency log over HTTP", (it) => {
  it.effect("has no checkpoint before the first seal, and a key", () =>
    Effect.gen(function* () {
      const checkpoint = yield* request("/log/checkpoint");
      assert.deepStrictEqual([checkpoint.status, checkpoint.headers.get("cache-control")], [404, "no-cache"]);
      const keys = textOf(yield* request("/log/key"));
      assert.match(keys, /^log\.example\/log\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+\n$/);
      assert.strictEqual((yield* request("/log/tile/0/000")).status, 404);
    })
  );

  it.effect("serves the latest checkpoint, which the published key verifies, and revalidates it", () =>
    Effect.gen(function* () {
      yield* sealed(10);
      const { bytes, headers, status } = yield* request("/log/checkpoint");
      assert.strictEqual(status, 200);
      assert.strictEqual(headers.get("content-type"), "text/plain; charset=utf-8");
      assert.strictEqual(headers.get("cache-control"), "no-cache");
      assert.strictEqual(headers.get("access-control-allow-origin"), "*");
      const note = Either.getOrThrow(parseNote(textOf({ bytes })));
      const key = Either.getOrThrow(parseVerifierKey(textOf(yield* request("/log/key")).trim()));
      assert.isTrue(Either.isRight(verifyNote(note, [key], verifyEd25519)));
      assert.strictEqual(Either.getOrThrow(parseCheckpoint(note.text)).size, 10);
      const tag = headers.get("etag") ?? "";
      assert.strictEqual((yield* request("/log/checkpoint", { headers: { "if-none-match": tag } })).status, 304);
      const head = yield* request("/log/checkpoint", { method: "HEAD" });
      assert.deepStrictEqual([head.status, head.headers.get("etag"), head.bytes.length], [200, tag, 0]);
      yield* sealed(1);
      assert.strictEqual((yield* request("/log/checkpoint", { headers: { "if-none-match": tag } })).status, 200);
    })
  );

  it.effect("serves tiles: partial ones of every width up to the tree, full ones only when they are full", () =>
    Effect.gen(function* () {
      const tree = yield* SealedTree;
      assert.strictEqual((yield* request("/log/tile/0/000")).status, 404);
      for (const width of [1, 7, 11]) {
        const { bytes, headers, status } = yield* request(`/log/tile/0/000.p/${width}`);
        assert.strictEqual(status, 200);
        assert.strictEqual(headers.get("content-type"), "application/octet-stream");
        assert.strictEqual(headers.get("cache-control"), "public, max-age=60");
        const leaves = yield* tree.leafHashes(0, width);
        assert.strictEqual(bytes.length, width * 32);
        for (const [at, leaf] of leaves.entries())
          assert.isTrue(isSameHash(leaf, bytes.subarray(at * 32, at * 32 + 32)));
      }
      assert.strictEqual((yield* request("/log/tile/0/000.p/12")).status, 404);
      yield* sealed(300);
      const full = yield* request("/log/tile/0/000");
      assert.deepStrictEqual([full.status, full.bytes.length], [200, 8192]);
      assert.strictEqual(full.headers.get("cache-control"), "public, max-age=31536000, immutable");
      const tag = full.headers.get("etag") ?? "";
      assert.strictEqual((yield* request("/log/tile/0/000", { headers: { "if-none-match": tag } })).status, 304);
      assert.strictEqual((yield* request("/log/tile/0/000", { method: "HEAD" })).status, 200);
      assert.strictEqual((yield* request("/log/tile/0/000.p/11")).bytes.length, 11 * 32);
      assert.strictEqual((yield* request("/log/tile/0/001.p/55")).bytes.length, 55 * 32);
      assert.strictEqual((yield* request("/log/tile/1/000.p/1")).bytes.length, 32);
    })
  );

  it.effect.each([
    "/log/tile/0/001",
    "/log/tile/0/001.p/56",
    "/log/tile/0/002.p/1",
    "/log/tile/1/000",
    "/log/tile/2/000.p/1",
    "/log/tile/0/1",
    "/log/tile/0/000.p/256",
    "/log/tile/64/000",
    "/log/tile/0/x999/x999/x999/x999/x999/999.p/1",
    "/log/tile/entries/000",
    "/log/tile/0/000/"
  ])("%s is not found", (path) =>
    Effect.gen(function* () {
      const { headers, status } = yield* request(path);
      assert.deepStrictEqual([status, headers.get("cache-control")], [404, "no-cache"]);
    })
  );
});
