import { DatabaseSync } from "node:sqlite";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import * as Stream from "effect/Stream";
import { afterAll, beforeAll } from "vitest";
import * as RepositorySignaturesWasm from "../../src/adapters/crypto/RepositorySignaturesWasm.ts";
import * as RepoEventsFirehose from "../../src/adapters/sync/firehose/RepoEventsFirehose.ts";
import type { RepositorySignatures } from "../../src/domain/sync/repository/RepositorySignatures.ts";
import type { RepoEvent, SourceEvent } from "../../src/domain/sync/stream/RepoEvent.ts";
import { RepoEvents } from "../../src/domain/sync/stream/RepoEvents.ts";
import { type CommitVerdict, verifyCommitEvent } from "../../src/domain/sync/stream/verifyCommitEvent.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import { type StartedNetwork, startNetwork } from "../pds/startNetwork.ts";

const collection = "dev.example.note";

let network: StartedNetwork;
beforeAll(async () => {
  network = await startNetwork({ accounts: [] });
});
afterAll(() => network.stop());

const pds = () => network.pdses[0];
const services = () =>
  Layer.merge(
    RepositorySignaturesWasm.layer,
    RepoEventsFirehose.layer({
      url: `${pds().url.replace("http", "ws")}/xrpc/com.atproto.sync.subscribeRepos`,
      idleWithin: "10 seconds"
    })
  );

/** Calls a procedure of the PDS as an account. */
const call = async ({ accessJwt, pds: url }: Account, method: string, input: object | null): Promise<unknown> => {
  const response = await fetch(`${url}/xrpc/${method}`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessJwt}`, ...(input !== null && { "content-type": "application/json" }) },
    ...(input !== null && { body: JSON.stringify(input) })
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method}: ${response.status} ${text}`);
  return text === "" ? null : JSON.parse(text);
};

const put = (account: Account, rkey: string, text: string) =>
  call(account, "com.atproto.repo.putRecord", {
    repo: account.did,
    collection,
    rkey,
    record: { $type: collection, text },
    validate: false
  });

const remove = (account: Account, rkey: string) =>
  call(account, "com.atproto.repo.deleteRecord", { repo: account.did, collection, rkey });

const Document = Schema.Struct({
  verificationMethod: Schema.Array(Schema.Struct({ id: Schema.String, publicKeyMultibase: Schema.String }))
});

const signingKeyOf = async ({ did }: Account): Promise<string> => {
  const response = await fetch(`${network.info.plcUrl}/${did}`);
  const { verificationMethod } = Schema.decodeUnknownSync(Document)(await response.json());
  return verificationMethod.find(({ id }) => id.endsWith("#atproto"))?.publicKeyMultibase ?? "";
};

/** Reads the events of an account after a cursor until one satisfies a condition. */
const readUntil = (account: Account, cursor: number, isLast: (event: RepoEvent) => boolean) =>
  Effect.flatMap(RepoEvents, (source) =>
    source.subscribe({ cursor, collections: [] }).pipe(
      Stream.mapConcat((message) => (message._tag === "Events" ? message.events : [])),
      Stream.filter(({ event }) => "did" in event && event.did === account.did),
      Stream.takeUntil(({ event }) => isLast(event)),
      Stream.runCollect,
      Effect.map((events): ReadonlyArray<SourceEvent> => [...events])
    )
  );

const verify = (
  event: RepoEvent,
  signingKey: string
): Effect.Effect<CommitVerdict | null, never, RepositorySignatures> =>
  event._tag === "Commit" && event.content._tag === "Signed"
    ? verifyCommitEvent(
        { ...event, content: event.content },
        { signingKey, collections: new Set([collection]), now: Date.now() }
      )
    : Effect.succeed(null);

const hasRecord = (rkey: string, action: string) => (event: RepoEvent) =>
  event._tag === "Commit" &&
  event.operations.some((operation) => operation.rkey === rkey && operation.action === action);

const run = <A, E>(effect: Effect.Effect<A, E, RepoEvents | RepositorySignatures>): Promise<A> =>
  Effect.runPromise(Effect.provide(effect, services()));

describe("the firehose of a real PDS", () => {
  it("delivers commits that are verified one after the other, and the changes of the account between them", async () => {
    const account = await pds().createAccount({ handle: "carol.test" });
    await put(account, "one", "first");
    await put(account, "two", "second");
    await put(account, "one", "changed");
    await call(account, "com.atproto.identity.updateHandle", { handle: "caroline.test" });
    await remove(account, "two");
    await call(account, "com.atproto.server.deactivateAccount", {});
    await call(account, "com.atproto.server.activateAccount", null);
    for (let number = 0; number < 60; number += 1) await put(account, `n${number}`, `number ${number}`);
    for (let number = 0; number < 60; number += 7) await remove(account, `n${number}`);
    await put(account, "last", "last");

    const key = await signingKeyOf(account);
    const events = await run(
      Effect.flatMap(readUntil(account, 0, hasRecord("last", "create")), (all) =>
        Effect.forEach(all, ({ event }) => Effect.map(verify(event, key), (verdict) => ({ event, verdict })))
      )
    );

    const records = new Map<string, unknown>();
    let data: string | null = null;
    let rev: string | null = null;
    for (const { event, verdict } of events) {
      if (event._tag !== "Commit" || event.content._tag !== "Signed") continue;
      assert.strictEqual(verdict?._tag, "Verified");
      if (verdict?._tag !== "Verified") continue;
      if (data !== null) assert.strictEqual(event.content.prevData?.toString(), data);
      if (rev !== null) assert.strictEqual(event.content.since, rev);
      ({ data, rev } = verdict);
      for (const [at, { rkey }] of event.operations.entries()) {
        const record = verdict.records[at] ?? null;
        if (record === null) records.delete(rkey);
        else records.set(rkey, Either.getOrThrow(record));
      }
    }
    assert.strictEqual(records.size, 2 + 60 - 9);
    assert.deepStrictEqual(records.get("one"), { $type: collection, text: "changed" });
    const kinds = events.map(({ event }) => (event._tag === "Account" ? `Account ${event.status}` : event._tag));
    for (const kind of ["Identity", "State", "Account null", "Account deactivated"]) assert.include(kinds, kind);
  });

  it("goes on after a cursor, and repeats only the event there", async () => {
    const account = await pds().createAccount({ handle: "dave.test" });
    await put(account, "one", "first");
    const before = await run(readUntil(account, 0, hasRecord("one", "create")));
    const cursor = before.at(-1)?.cursor ?? 0;
    await put(account, "two", "second");
    const after = await run(readUntil(account, cursor, hasRecord("two", "create")));
    assert.strictEqual(after.length, 2);
    assert.strictEqual(after[0]?.cursor, cursor);
  });

  const messagesAfter = (cursor: number) =>
    Effect.flatMap(RepoEvents, (source) =>
      source.subscribe({ cursor, collections: [] }).pipe(
        Stream.map(({ _tag }) => _tag),
        Stream.takeUntil((tag) => tag === "Events"),
        Stream.runCollect,
        Effect.map((tags) => [...tags])
      )
    );

  it("refuses a cursor ahead of its sequence", async () => {
    const failure = await run(Effect.flip(messagesAfter(1_000_000_000)));
    assert.deepStrictEqual([failure.reason, failure.detail], ["future-cursor", "FutureCursor: Cursor in the future."]);
  });

  it("says that a cursor is outdated, but not for the event at the cursor alone", async () => {
    const account = await pds().createAccount({ handle: "erin.test" });
    await put(account, "one", "first");
    const events = await run(readUntil(account, 0, hasRecord("one", "create")));
    const last = events.at(-1)?.cursor ?? 0;
    const sequencer = new DatabaseSync(`${pds().directory}/data/sequencer.sqlite`);
    try {
      sequencer.exec("pragma busy_timeout = 10000");
      sequencer.prepare("update repo_seq set sequencedAt = ? where seq <= ?").run("2020-01-01T00:00:00.000Z", last);
    } finally {
      sequencer.close();
    }
    await put(account, "two", "second");
    assert.deepStrictEqual(await run(messagesAfter(last - 1)), ["Connected", "OutdatedCursor", "Events"]);
    assert.deepStrictEqual(await run(messagesAfter(last)), ["Connected", "Events"]);
  });

  it("delivers nothing that is verified with the key of another account", async () => {
    const [account, other] = await Promise.all(
      ["frank.test", "grace.test"].map((handle) => pds().createAccount({ handle }))
    );
    assert.isDefined(account);
    assert.isDefined(other);
    await put(account, "one", "first");
    const key = await signingKeyOf(other);
    const events = await run(readUntil(account, 0, hasRecord("one", "create")));
    const last = events.at(-1)?.event;
    assert.isDefined(last);
    assert.deepStrictEqual(await run(verify(last, key)), { _tag: "Gap", reason: "signature-invalid" });
  });
});
