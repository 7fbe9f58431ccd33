import { type IncomingMessage, request } from "node:http";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { auditExportRoutes } from "../../../../src/adapters/http/audit/auditExportRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { AuditTrail } from "../../../../src/domain/audit/AuditTrail.ts";
import { sha256Base64Url } from "../../../../src/domain/crypto/sha256.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { freshStream, recordedEvents, sampleEvent } from "../../../contracts/sampleEvent.ts";
import { alice, memoryService, publicUrl } from "../../../support/memoryService.ts";
import { sealLog } from "../../../support/sealLog.ts";
import { adminCookie } from "../graphql/graphqlServer.ts";
import { send } from "../send.ts";

const server = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: auditExportRoutes
});

const ask = (query: string, headers: Record<string, string> = {}) =>
  Effect.gen(function* () {
    const { port } = yield* HttpServerNode.HttpServerNode;
    return yield* send(port, `/admin/audit.ndjson${query}`, { headers });
  });

const append = (count: number, event: Parameters<typeof sampleEvent>[0] = {}) =>
  Effect.flatMap(EventLog, (log) =>
    log.append(
      freshStream(),
      0,
      Array.from({ length: count }, () => sampleEvent(event))
    )
  );

const linesOf = (text: string): ReadonlyArray<string> => {
  assert.isTrue(text.endsWith("\n"));
  return text.slice(0, -1).split("\n");
};

it.layer(Layer.provideMerge(server, memoryService))("the export of the history", (it) => {
  it.effect("returns every event as the bytes of its leaf hash, and a final line", () =>
    Effect.gen(function* () {
      const cookie = yield* adminCookie;
      yield* append(600, { data: { text: 'a "quote", é, 😀 and ,"leafHash":" in it', n: 1e21 } });
      yield* sealLog;
      const answer = yield* ask("", cookie);
      assert.strictEqual(answer.status, 200);
      assert.strictEqual(answer.header("content-type"), "application/x-ndjson; charset=utf-8");
      assert.match(
        answer.header("content-disposition") ?? "",
        /^attachment; filename="tidemark-audit-[0-9T-]+Z\.ndjson"$/
      );
      assert.strictEqual(answer.header("cache-control"), "no-store");
      const log = yield* EventLog;
      const head = yield* log.head;
      const lines = linesOf(answer.text);
      assert.strictEqual(lines.length, head + 1);
      const { checkpoint, ...end } = JSON.parse(lines.at(-1) ?? "").end;
      assert.deepStrictEqual(end, { count: head });
      assert.match(checkpoint, new RegExp(`^tidemark\\.example\\.com/log\\n${head}\\n`));
      for (const [index, line] of lines.slice(0, -1).entries()) {
        const { leafHash, position } = JSON.parse(line);
        assert.strictEqual(position, index + 1);
        const bytes = line.slice('{"event":'.length, line.lastIndexOf(',"leafHash":"'));
        assert.strictEqual(sha256Base64Url(`\u0000${bytes}`), leafHash);
      }
    })
  );

  it.effect("returns the events that match a filter of named parameters", () =>
    Effect.gen(function* () {
      const cookie = yield* adminCookie;
      yield* append(3, { type: "CodeRefused.v1", outcome: "failure", reason: "expired", subjectDid: alice.did });
      yield* append(2, { type: "LoginFailed.v1", outcome: "failure", reason: "expired", subjectDid: alice.did });
      yield* sealLog;
      const counted = (query: string) =>
        Effect.map(ask(query, cookie), ({ text }) => {
          const { count, partial } = JSON.parse(linesOf(text).at(-1) ?? "").end;
          assert.isTrue(partial);
          return count;
        });
      const query = `?did=${alice.did}&outcome=failure&since=1970-01-01&client=`;
      assert.strictEqual(yield* counted(query), 5);
      assert.strictEqual(yield* counted(`${query}&type=CodeRefused.v1`), 3);
      assert.strictEqual(yield* counted(`${query}&type=CodeRefused.v1&type=LoginFailed.v1&reason=expired`), 5);
      assert.strictEqual(yield* counted("?stream=nothing"), 0);
    })
  );

  it.effect.each([
    ["?nonsense=1", '"nonsense" is no parameter of an export'],
    ["?did=a&did=b", "did is given more than once"],
    ["?since=someday", "since must be a time"],
    ["?type=Nothing.v1", 'type contains "Nothing.v1"'],
    ["?client=%00", "client contains characters"],
    ["?request=%ff", "request contains characters"]
  ] as const)("refuses %s and names the parameter", ([query, expected]) =>
    Effect.gen(function* () {
      const { status, text } = yield* ask(query, yield* adminCookie);
      assert.strictEqual(status, 400);
      assert.include(JSON.parse(text).error_description, expected);
    })
  );

  it.effect("is only for admins, and cannot be started by another site", () =>
    Effect.gen(function* () {
      const cookie = yield* adminCookie;
      yield* sealLog;
      assert.strictEqual((yield* ask("")).status, 403);
      assert.strictEqual((yield* ask("", { cookie: "__Host-tidemark-admin=admin_x" })).status, 403);
      assert.strictEqual((yield* ask("", { ...cookie, "sec-fetch-site": "cross-site" })).status, 403);
      assert.strictEqual((yield* ask("", { ...cookie, origin: "https://elsewhere.example" })).status, 403);
      assert.strictEqual((yield* ask("?stream=none", { ...cookie, "sec-fetch-site": "same-origin" })).status, 200);
    })
  );
});

let pages = 0;

/** A history without an end, which counts how often it is asked. */
const endless = Layer.succeed(AuditTrail, {
  page: ({ after }) =>
    Effect.sync(() => {
      pages += 1;
      return recordedEvents(after ?? 0, 250);
    }).pipe(Effect.tap(Effect.yieldNow())),
  count: () => Effect.succeed(0)
});

/**
 * Waits until the export reads no page while the same process handles ten other requests, in whose time an export that
 * may read does so. An export that never stops fails by the timeout of the test.
 */
const settled = Effect.suspend(() => {
  const before = pages;
  return Effect.map(Effect.repeatN(ask(""), 9), () => pages === before);
}).pipe(Effect.repeat({ until: (still) => still }));

it.layer(server.pipe(Layer.provideMerge(endless), Layer.provideMerge(memoryService)))(
  "an export that does not end",
  (it) => {
    it.effect("waits for a slow reader, and stops when the reader disconnects", () =>
      Effect.gen(function* () {
        const { port } = yield* HttpServerNode.HttpServerNode;
        const headers = yield* adminCookie;
        yield* append(1);
        yield* sealLog;
        const answer = yield* Effect.async<IncomingMessage>((resume) => {
          request(
            { host: "127.0.0.1", port, path: "/admin/audit.ndjson?stream=a", headers, agent: false },
            (incoming) => resume(Effect.succeed(incoming.pause()))
          ).end();
        });
        yield* settled;
        const whenSlow = pages;
        assert.isBelow(whenSlow, 1_000);
        yield* Effect.async<void>((resume) => {
          answer.once("data", () => resume(Effect.void));
          answer.resume();
        });
        answer.destroy();
        yield* settled;
      })
    );
  }
);
