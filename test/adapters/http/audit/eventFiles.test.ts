import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import { eventFileRoutes } from "../../../../src/adapters/http/audit/eventFileRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { parseVerifierKey } from "../../../../src/domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../../../src/domain/transparency/verifyEd25519.ts";
import { checkProof } from "../../../../src/domain/verification/checkProof.ts";
import { freshStream, sampleEvent } from "../../../contracts/sampleEvent.ts";
import { archivedFile, archiveWrite } from "../../../support/archiveWrite.ts";
import { alice, memoryService, publicUrl } from "../../../support/memoryService.ts";
import { sealLog, testKey } from "../../../support/sealLog.ts";
import { adminCookie } from "../graphql/graphqlServer.ts";
import { send } from "../send.ts";

const server = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: eventFileRoutes
});

const ask = (file: string, headers: Record<string, string> = {}) =>
  Effect.gen(function* () {
    const { port } = yield* HttpServerNode.HttpServerNode;
    return yield* send(port, `/admin/audit/events/${file}`, { headers });
  });

const append = Effect.flatMap(EventLog, (log) =>
  log.append(freshStream(), 0, [sampleEvent({ subjectDid: alice.did }), sampleEvent()])
);

it.layer(Layer.provideMerge(server, memoryService))("the files of an event", (it) => {
  it.effect("are a proof and a line that together can be verified with the key alone", () =>
    Effect.gen(function* () {
      const cookie = yield* adminCookie;
      const [event] = yield* append;
      yield* sealLog;
      const proof = yield* ask(`${event?.position}.tlog-proof`, cookie);
      const line = yield* ask(`${event?.position}.ndjson`, cookie);
      assert.deepStrictEqual([proof.status, line.status], [200, 200]);
      assert.strictEqual(
        proof.header("content-disposition"),
        `attachment; filename="tidemark-event-${event?.position}.tlog-proof"`
      );
      assert.strictEqual(
        line.header("content-disposition"),
        `attachment; filename="tidemark-event-${event?.position}.ndjson"`
      );
      assert.strictEqual(proof.header("cache-control"), "no-store");
      const key = Either.getOrThrow(parseVerifierKey(yield* testKey));
      const proven = Either.getOrThrow(checkProof(proof.text, line.text, [key], verifyEd25519));
      assert.strictEqual(proven.position, event?.position);
      assert.include(line.text, alice.did);
    })
  );

  it.effect("are not there yet for an event that no checkpoint covers, which is said", () =>
    Effect.gen(function* () {
      const cookie = yield* adminCookie;
      yield* sealLog;
      const [event] = yield* append;
      const proof = yield* ask(`${event?.position}.tlog-proof`, cookie);
      assert.strictEqual(proof.status, 409);
      assert.include(proof.text, "Events are sealed within seconds");
      assert.strictEqual((yield* ask(`${event?.position}.ndjson`, cookie)).status, 200);
    })
  );

  it.effect("name the archive of an event that was archived", () =>
    Effect.gen(function* () {
      const cookie = yield* adminCookie;
      const { first } = yield* archiveWrite;
      const line = yield* ask(`${first.position}.ndjson`, cookie);
      assert.strictEqual(line.status, 404);
      assert.include(line.text, `Event ${first.position} was archived`);
      assert.include(line.text, `tidemark audit export --archive ${archivedFile}`);
    })
  );

  it.effect("are for admins, from pages of this service", () =>
    Effect.gen(function* () {
      const cookie = yield* adminCookie;
      yield* append;
      yield* sealLog;
      assert.strictEqual((yield* ask("1.tlog-proof")).status, 403);
      assert.strictEqual((yield* ask("1.ndjson")).status, 403);
      assert.strictEqual((yield* ask("1.tlog-proof", { ...cookie, "sec-fetch-site": "cross-site" })).status, 403);
    })
  );

  it.effect.each(["0.tlog-proof", "01.ndjson", "1.txt", "1", "", "999999.tlog-proof", "999999.ndjson", "../1.ndjson"])(
    "do not exist as %s",
    (file) =>
      Effect.gen(function* () {
        const cookie = yield* adminCookie;
        assert.strictEqual((yield* ask(file, cookie)).status, 404);
      })
  );
});
