import { setTimeout as sleep } from "node:timers/promises";
import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { ownPds } from "../../../support/fakePds.ts";
import { graphql } from "../graphql/graphqlServer.ts";
import { blobServer } from "./blobServer.ts";
import { bearer, begin, bytes, eventually, post, uploadMethod } from "./posting.ts";

const large = 60_000_000;

layer(blobServer(large), { excludeTestServices: true })("POST /blobs, with many slow uploads", (it) => {
  it.scoped("allows four concurrent uploads per user, while other users can write", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const { port } = yield* HttpServerNode.HttpServerNode;
      const headers = { ...(yield* bearer()), "content-type": "image/png", "content-length": "500000" };
      const open = yield* Effect.forEach(["a", "b", "c", "d"], () => begin(port, headers, bytes(1_000)));
      yield* eventually(Effect.sync(() => pds.calls(uploadMethod).length === 4));
      const { authorization } = headers;
      const fifth = yield* post(bytes(10), { authorization, "content-type": "image/png" });
      assert.deepInclude(
        { status: fifth.status, code: fifth.error?.extensions.code },
        { status: 429, code: "RATE_LIMITED" }
      );
      assert.strictEqual(fifth.header("retry-after"), "1");
      const create = `mutation { updateAppNeutralActorProfile(rkey: "self", input: {}) { uri } }`;
      assert.isUndefined((yield* graphql(create, { headers: { authorization } })).errors);
      for (const outgoing of open) outgoing.destroy();
      yield* eventually(Effect.sync(() => pds.calls(uploadMethod).every(({ cut }) => cut)));
      yield* Effect.repeat(post(bytes(10), { authorization, "content-type": "image/png" }), {
        until: ({ status }) => status === 200
      });
    })
  );

  it.scoped("reads from the app no faster than the PDS does", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const { port } = yield* HttpServerNode.HttpServerNode;
      pds.misbehave(uploadMethod, (request) => void request.pause());
      const headers = { ...(yield* bearer()), "content-type": "image/png", "transfer-encoding": "chunked" };
      const outgoing = yield* begin(port, headers, bytes(10));
      const piece = Buffer.alloc(65_536);
      const taken = yield* Effect.promise(async () => {
        for (let written = 0; written < large; written += piece.length) {
          if (outgoing.write(piece)) continue;
          const drained = new Promise((resolve) => outgoing.once("drain", () => resolve(true)));
          if ((await Promise.race([drained, sleep(1_000)])) !== true) return written;
        }
        return large;
      });
      // The kernel holds a few megabytes for each of the connections.
      assert.isBelow(taken, large / 2);
      outgoing.destroy();
    })
  );
});
