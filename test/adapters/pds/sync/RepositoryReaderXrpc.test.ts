import { readdirSync, readlinkSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { CID } from "multiformats/cid";
import { addBlock, addCommit, addTree, type Blocks } from "../../../../src/adapters/memory/pds/makeRepository.ts";
import * as OutboundDownloadsUndici from "../../../../src/adapters/outbound/OutboundDownloadsUndici.ts";
import * as OutboundHttpUndici from "../../../../src/adapters/outbound/OutboundHttpUndici.ts";
import * as RepositoryReaderXrpc from "../../../../src/adapters/pds/sync/RepositoryReaderXrpc.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { RepositoryReader } from "../../../../src/domain/sync/repository/RepositoryReader.ts";
import { carOf } from "../../../support/carOf.ts";
import { json, scriptedServer } from "../../../support/scriptedServer.ts";

const did = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");
const development = { allowLoopback: true };

const made = (() => {
  const blocks: Blocks = new Map();
  const leaves = Array.from({ length: 500 }, (_, at) => {
    const key = `a.b.c/${String(at).padStart(4, "0")}`;
    return [key, addBlock(blocks, { key, filling: "x".repeat(at) })] as const;
  });
  return { blocks, root: addCommit(blocks, did, "3l2zpbbhyxs2b", addTree(blocks, leaves)) };
})();

/** Not there before it is needed. */
const temporaryFolder = join(tmpdir(), `tidemark-reader-${process.pid}`);
afterAll(() => rmSync(temporaryFolder, { recursive: true, force: true }));

const reader = RepositoryReaderXrpc.layer({ maxBytes: 400_000, temporaryFolder }).pipe(
  Layer.provide(Layer.merge(OutboundHttpUndici.layer(development), OutboundDownloadsUndici.layer(development)))
);

/** The files that this process has open, as Linux names them. */
const openFiles = (): ReadonlyArray<string> =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });

type Answer = (response: ServerResponse, url: URL) => unknown;

const car = (response: ServerResponse, bytes: Uint8Array) =>
  response.writeHead(200, { "content-type": "application/vnd.ipld.car" }).end(bytes);

const asked = <A, E>(answer: Answer, ask: (reader: RepositoryReader["Type"], pds: string) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const server = yield* scriptedServer((request, response) => {
      answer(response, new URL(request.url ?? "", "http://pds"));
    });
    return yield* ask(yield* RepositoryReader, server.url);
  }).pipe(Effect.provide(reader));

const problemOf = (answer: Answer) =>
  asked(answer, ({ fetch }, pds) =>
    Effect.match(Effect.scoped(fetch(pds, did)), {
      onFailure: (problem) => [problem.reason, "retryAfter" in problem ? problem.retryAfter : null] as const,
      onSuccess: () => ["read", null] as const
    })
  );

const refuses = (status: number, error: string) => (response: ServerResponse) => json(response, { error }, status);

describe("a repository at a PDS", () => {
  it.scopedLive("is read block by block, from a file without a name", () =>
    asked(
      (response, url) => {
        assert.strictEqual(`${url}`, `http://pds/xrpc/com.atproto.sync.getRepo?did=${encodeURIComponent(did)}`);
        car(response, carOf(made.root, made.blocks));
      },
      ({ fetch }, pds) =>
        Effect.gen(function* () {
          const fetched = yield* fetch(pds, did);
          assert.isTrue(fetched.root.equals(made.root));
          for (const [text, bytes] of made.blocks)
            assert.deepStrictEqual(Buffer.from(fetched.read(CID.parse(text)) ?? []), Buffer.from(bytes));
          assert.isNull(fetched.read(addBlock(new Map(), "another")));
          const isOurs = (name: string) => name.startsWith(`${temporaryFolder}/`) && name.endsWith(" (deleted)");
          assert.isTrue(openFiles().some(isOurs));
          assert.deepStrictEqual(readdirSync(temporaryFolder), []);
        }).pipe(Effect.scoped)
    )
  );

  it.scopedLive("fails with the reason if it cannot be read", () =>
    Effect.gen(function* () {
      const whole = carOf(made.root, made.blocks);
      const rest = whole.subarray(carOf(made.root, new Map()).length);
      const flipped = whole.slice();
      flipped[150_000] = (flipped[150_000] ?? 0) ^ 1;
      const cases: ReadonlyArray<readonly [Answer, string, number | null]> = [
        [refuses(400, "RepoNotFound"), "repository-not-found", null],
        [refuses(400, "RepoDeactivated"), "account-deactivated", null],
        [refuses(400, "RepoTakendown"), "account-taken-down", null],
        [refuses(400, "RepoSuspended"), "account-taken-down", null],
        [refuses(403, "Forbidden"), "refused", null],
        [refuses(502, "Bad"), "server-error", null],
        [(response) => response.writeHead(429, { "retry-after": "77" }).end(), "rate-limited", 77],
        [(response) => response.writeHead(503, { "retry-after": "5" }).end(), "server-error", 5],
        [(response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"), "malformed", null],
        [(response) => response.writeHead(307, { location: "https://example.com/" }).end(), "redirected", null],
        [(response) => response.destroy(), "unreachable", null],
        [(response) => car(response, whole.subarray(0, 100_000)), "car-truncated", null],
        [(response) => car(response, flipped), "block-mismatch", null],
        [(response) => car(response, new Uint8Array()), "car-truncated", null],
        [(response) => car(response, new Uint8Array(500).fill(255)), "car-malformed", null],
        [(response) => car(response, new Uint8Array(500_000)), "car-malformed", null],
        [(response) => car(response, Buffer.concat([whole, rest, rest, rest])), "too-large", null]
      ];
      for (const [answer, reason, retryAfter] of cases)
        assert.deepStrictEqual<unknown>(yield* problemOf(answer), [reason, retryAfter]);
    })
  );

  it.scopedLive("returns its latest commit, if that is valid", () =>
    Effect.gen(function* () {
      const cid = made.root.toString();
      const latest = (answer: unknown) =>
        asked(
          (response) => json(response, answer),
          (own, pds) =>
            Effect.match(own.latest(pds, did), { onFailure: ({ reason }) => reason, onSuccess: ({ rev }) => rev })
        );
      assert.strictEqual(yield* latest({ cid, rev: "3l2zpbbhyxs2b" }), "3l2zpbbhyxs2b");
      assert.strictEqual(yield* latest({ cid, rev: "zzz" }), "malformed");
      assert.strictEqual(yield* latest({ cid: "x", rev: "3l2zpbbhyxs2b" }), "malformed");
    })
  );

  it.scopedLive.each<readonly [unknown, string]>([
    [{ active: true, rev: "3l2zpbbhyxs2b" }, "active 3l2zpbbhyxs2b"],
    [{ active: true, status: "takendown" }, "active null"],
    [{ active: true, rev: 7 }, "active null"],
    [{ active: false, status: "takendown" }, "takendown null"],
    [{ active: false, status: "desynchronized", rev: "3l2zpbbhyxs2b" }, "desynchronized 3l2zpbbhyxs2b"],
    [{ active: false, status: "on-holiday" }, "unknown null"],
    [{ active: false, status: null }, "unknown null"],
    [{ active: false }, "unknown null"],
    [{ status: "takendown" }, "malformed"],
    [{ active: "false" }, "malformed"],
    [[], "malformed"]
  ])("returns the status of its account: %j", ([answer, expected]) =>
    Effect.gen(function* () {
      const found = yield* asked(
        (response, url) => {
          assert.strictEqual(url.pathname, "/xrpc/com.atproto.sync.getRepoStatus");
          assert.strictEqual(url.searchParams.get("did"), did);
          json(response, answer);
        },
        (own, pds) =>
          Effect.match(own.status(pds, did), {
            onFailure: ({ reason }) => reason,
            onSuccess: ({ rev, status }) => `${status ?? "active"} ${rev}`
          })
      );
      assert.strictEqual(found, expected);
    })
  );

  it.scopedLive("returns blocks with exactly the requested CIDs", () =>
    Effect.gen(function* () {
      const [first = "", second = ""] = made.blocks.keys();
      const cids = [first, second].map((text) => CID.parse(text));
      const some = new Map([...made.blocks].slice(0, 2));
      const found = yield* asked(
        (response, url) => {
          assert.deepStrictEqual(url.searchParams.getAll("cids"), [first, second]);
          car(response, carOf(null, some));
        },
        ({ blocks }, pds) => blocks(pds, did, cids)
      );
      assert.deepStrictEqual(
        found.map(({ cid }) => cid.toString()),
        [first, second]
      );
    })
  );
});
