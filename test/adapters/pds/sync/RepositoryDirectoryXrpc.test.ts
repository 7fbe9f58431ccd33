import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as OutboundHttpUndici from "../../../../src/adapters/outbound/OutboundHttpUndici.ts";
import { layer } from "../../../../src/adapters/pds/sync/RepositoryDirectoryXrpc.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { type Listing, RepositoryDirectory } from "../../../../src/domain/sync/backfill/RepositoryDirectory.ts";
import { scriptedServer } from "../../../support/scriptedServer.ts";

const notes = Nsid.make("dev.example.note");
const [alice, bob] = [Did.make("did:plc:alice234alice234alice234"), Did.make("did:web:bob.example")];

/** Lists a page at a relay that answers with a status, headers and a body. */
const listed = (
  { body, headers = {}, status = 200 }: { body: string; headers?: Record<string, string>; status?: number },
  listing: Listing = { kind: "all" },
  cursor: string | null = null
) =>
  Effect.gen(function* () {
    const relay = yield* scriptedServer((_, response) => {
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    });
    const directory = layer({ relayUrl: relay.url.replace("http", "ws") }).pipe(
      Layer.provide(OutboundHttpUndici.layer({ allowLoopback: true }))
    );
    const page = yield* Effect.flatMap(RepositoryDirectory, ({ list }) => list(listing, cursor)).pipe(
      Effect.provide(directory),
      Effect.either
    );
    return { page, path: relay.requests[0]?.path };
  }).pipe(Effect.scoped);

it.live("A page has the active accounts, and the cursor of the next page", () =>
  Effect.gen(function* () {
    const repos = [
      { did: alice, active: true },
      { did: "nobody" },
      { did: bob },
      { did: "did:plc:off", active: false }
    ];
    const { page, path } = yield* listed({ body: JSON.stringify({ repos, cursor: "n/2" }) }, { kind: "all" }, "n/1");
    assert.strictEqual(path, "/xrpc/com.atproto.sync.listRepos?limit=1000&cursor=n%2F1");
    assert.deepInclude(page, { right: { dids: [alice, bob], cursor: "n/2" } });
  })
);

it.live("A collection is listed by its own method, and an empty cursor ends the list", () =>
  Effect.gen(function* () {
    const body = JSON.stringify({ repos: [{ did: alice }], cursor: "" });
    const { page, path } = yield* listed({ body }, { kind: "collection", collection: notes });
    assert.strictEqual(path, `/xrpc/com.atproto.sync.listReposByCollection?limit=1000&collection=${notes}`);
    assert.deepInclude(page, { right: { dids: [alice], cursor: null } });
  })
);

it.live.each([
  [{ status: 429, headers: { "retry-after": "7" }, body: "" }, "rate-limited", 7],
  [{ status: 503, body: "" }, "server-error", null],
  [{ status: 404, body: "" }, "refused", null],
  [{ body: "<html>" }, "malformed", null],
  [{ body: JSON.stringify({ repos: "all" }) }, "malformed", null],
  [{ body: JSON.stringify({ repos: [], cursor: "x".repeat(3_000) }) }, "malformed", null],
  [{ body: JSON.stringify({ repos: [{ did: "x".repeat(2_100_000) }] }) }, "malformed", null]
] as const)("A relay that answers otherwise is an error: case %#", ([answer, reason, retryAfter]) =>
  Effect.gen(function* () {
    const { page } = yield* listed(answer);
    assert.deepInclude(page._tag === "Left" ? page.left : null, { reason, retryAfter });
  })
);

it.live("A relay that cannot be reached, or is not configured, is an error", () =>
  Effect.gen(function* () {
    const outbound = OutboundHttpUndici.layer({ allowLoopback: true });
    for (const [relayUrl, reason] of [
      ["ws://127.0.0.1:9", "unreachable"],
      [null, "not-configured"]
    ] as const) {
      const list = Effect.flatMap(RepositoryDirectory, (directory) => directory.list({ kind: "all" }, null));
      const problem = yield* Effect.flip(Effect.provide(list, layer({ relayUrl }).pipe(Layer.provide(outbound))));
      assert.strictEqual(problem.reason, reason);
    }
  })
);
