import { once } from "node:events";
import { cborToLex, verifyRepoCar } from "@atproto/repo";
import { assert, describe, it } from "@effect/vitest";
import { WebSocket } from "ws";
import { type History, historyOf } from "./network/History.ts";
import { finalNetwork, happeningsOf } from "./oracle/expectedAccounts.ts";
import { drawPlan, type SourceKind } from "./plan/drawPlan.ts";
import { type SourceDriver, sourceDriver } from "./run/SourceDriver.ts";
import { NetworkServers } from "./serve/NetworkServers.ts";

const startTime = Date.parse("2026-11-01T00:00:00Z");

interface Served {
  readonly history: History;
  readonly driver: SourceDriver;
  readonly servers: NetworkServers;
  /** Announces the happenings from one number up to another. */
  readonly announce: (from: number, upTo: number) => Promise<void>;
}

const serve = async (kind: SourceKind, use: (served: Served) => Promise<void>): Promise<void> => {
  const history = await historyOf(drawPlan(2, kind, 60), startTime);
  const servers = new NetworkServers(finalNetwork(history));
  const driver = sourceDriver(kind, 2, startTime, () => servers.network);
  await servers.start(driver, driver.tap);
  const announce = async (from: number, upTo: number): Promise<void> => {
    for (const [place, happening] of happeningsOf(history).slice(from, upTo).entries())
      await driver.add(happening, from + place, startTime);
  };
  try {
    await use({ history, driver, servers, announce });
  } finally {
    driver.connections.close();
    servers.stop();
  }
};

/** A connection that keeps the messages that it receives. */
class Receiver {
  readonly messages: Array<Buffer> = [];
  readonly socket: WebSocket;
  readonly closed: Promise<unknown>;

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.on("message", (data) => {
      if (Buffer.isBuffer(data)) this.messages.push(data);
    });
    this.socket.on("error", () => {});
    this.closed = once(this.socket, "close");
  }

  /** Waits for a number of messages. */
  async receive(count: number): Promise<ReadonlyArray<Buffer>> {
    while (this.messages.length < count) await once(this.socket, "message");
    return this.messages;
  }
}

const headerOf = (frame: Uint8Array): unknown => {
  for (let length = 1; length < 40; length += 1) {
    try {
      return cborToLex(frame.subarray(0, length));
    } catch {
      // The header is longer.
    }
  }
  return null;
};

const disconnect = { do: "disconnect" } as const;
const firehose = (source: string, cursor?: number) =>
  new Receiver(`ws://${source}/xrpc/com.atproto.sync.subscribeRepos${cursor === undefined ? "" : `?cursor=${cursor}`}`);

describe("a simulated firehose", () => {
  it("It continues after a cursor, and ends connections in the middle of a frame", () =>
    serve("firehose", async ({ announce, driver, servers: { source } }) => {
      const live = firehose(source);
      await once(live.socket, "open");
      await announce(0, 6);
      const all = [...(await live.receive(6))];
      const replayed = firehose(source, 1_000_002);
      assert.deepStrictEqual(await replayed.receive(4), all.slice(2));
      driver.perform(disconnect, "", startTime);
      await Promise.all([live.closed, replayed.closed]);
      assert.lengthOf(live.messages, 6);
    }));

  it("It says that a cursor is outdated or ahead, or it does not, as it is told", () =>
    serve("firehose", async ({ announce, driver, servers: { source } }) => {
      await announce(0, 6);
      driver.perform({ do: "forget", keep: 2, honest: true }, "", startTime);
      const outdated = await firehose(source, 1_000_001).receive(3);
      assert.deepStrictEqual(headerOf(outdated[0] ?? new Uint8Array()), { op: 1, t: "#info" });
      driver.perform({ do: "forget", keep: 1, honest: false }, "", startTime);
      const silently = firehose(source, 1_000_001);
      assert.notDeepEqual(headerOf((await silently.receive(1))[0] ?? new Uint8Array()), { op: 1, t: "#info" });
      driver.perform({ do: "restart", honest: true }, "", startTime);
      const ahead = firehose(source, 1_000_006);
      assert.deepStrictEqual(headerOf((await ahead.receive(1))[0] ?? new Uint8Array()), { op: -1 });
      await ahead.closed;
    }));
});

describe("a simulated Jetstream", () => {
  it("It filters by collection, and begins with the event at the cursor", () =>
    serve("jetstream", async ({ announce, servers: { source } }) => {
      const all = new Receiver(`ws://${source}/subscribe`);
      const posts = new Receiver(`ws://${source}/subscribe?wantedCollections=net.waves.post`);
      await Promise.all([once(all.socket, "open"), once(posts.socket, "open")]);
      await announce(0, 30);
      const events = (await all.receive(20)).map((data) => JSON.parse(data.toString()));
      const [first] = await posts.receive(1);
      assert.strictEqual(JSON.parse(String(first)).commit?.collection ?? "net.waves.post", "net.waves.post");
      const replayed = new Receiver(`ws://${source}/subscribe?cursor=${events[3].time_us}`);
      const [again] = await replayed.receive(1);
      assert.deepStrictEqual(JSON.parse(String(again)), events[3]);
    }));
});

describe("a simulated Tap", () => {
  it("It delivers the live events of a repository one after the other, until each is acknowledged", () =>
    serve("tap", async ({ announce, driver, servers: { source } }) => {
      await announce(0, 40);
      const first = new Receiver(`ws://${source}/channel`);
      const [event] = await first.receive(1);
      const { id } = JSON.parse(String(event));
      first.socket.terminate();
      const second = new Receiver(`ws://${source}/channel`);
      const events = (await second.receive(2)).map((data) => JSON.parse(data.toString()));
      assert.include(
        events.map((each) => each.id),
        id
      );
      const dids = events.map((each) => each.record?.did ?? each.identity?.did);
      assert.lengthOf(dids, new Set(dids).size);
      const { tap } = driver;
      if (tap === null) throw new Error("There is no Tap");
      const count = tap.waiting;
      for (let at = 0; at < count; at += 1) {
        const [next] = (await second.receive(at + 1)).slice(at);
        second.socket.send(JSON.stringify({ type: "ack", id: JSON.parse(String(next)).id }));
      }
      while (tap.waiting > 0) await new Promise((resolve) => setImmediate(resolve));
      assert.lengthOf(second.messages, count);
    }));
});

describe("a simulated PDS", () => {
  it("It serves repositories that @atproto/repo verifies, and refuses those of accounts that are not active", () =>
    serve("firehose", async ({ history, servers }) => {
      for (const { did, host, isTombstoned, key, repository, status } of finalNetwork(history).accounts.values()) {
        const origin = servers.origins.get(host);
        const response = await fetch(`${origin}/xrpc/com.atproto.sync.getRepo?did=${did}`);
        assert.strictEqual(response.status, status === null && !isTombstoned ? 200 : 400);
        if (!response.ok) continue;
        const { creates } = await verifyRepoCar(new Uint8Array(await response.arrayBuffer()), did, key.pair.did());
        assert.lengthOf(creates, repository.records.size);
      }
    }));

  it("The directory and the PDS agree about handles", () =>
    serve("firehose", async ({ history, servers }) => {
      const { accounts, handles } = finalNetwork(history);
      for (const [handle, did] of handles) {
        const resolved = await fetch(
          `${servers.origins.get("one")}/xrpc/com.atproto.identity.resolveHandle?handle=${handle}`
        );
        assert.deepStrictEqual(await resolved.json(), { did });
        const document: unknown = await (await fetch(`${servers.directory}/${did}`)).json();
        assert.deepInclude(Object(document), { id: did, alsoKnownAs: [`at://${accounts.get(did)?.handle}`] });
      }
    }));
});
