import { readFile } from "node:fs/promises";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { verifierRoutes } from "../../../../src/adapters/http/log/verifierRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import * as StorageMemory from "../../../../src/adapters/memory/StorageMemory.ts";
import { publicUrl } from "../../../support/memoryService.ts";

const server = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: verifierRoutes
});

it.layer(Layer.provideMerge(server, StorageMemory.layer))("the verifiers of an instance", (it) => {
  it.effect.each(["verify-log.mjs", "verify_log.py"])("has %s, as the source code has it, as text to read", (name) =>
    Effect.gen(function* () {
      const { port } = yield* HttpServerNode.HttpServerNode;
      const response = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/log/${name}`));
      assert.strictEqual(response.status, 200);
      assert.strictEqual(response.headers.get("content-type"), "text/plain; charset=utf-8");
      const kept = new URL(`../../../../tools/verify-log/${name}`, import.meta.url);
      assert.strictEqual(
        yield* Effect.promise(() => response.text()),
        yield* Effect.promise(() => readFile(kept, "utf8"))
      );
    })
  );
});
