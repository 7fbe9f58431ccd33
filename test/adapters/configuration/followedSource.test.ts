import { assert, it } from "@effect/vitest";
import { followedSource } from "../../../src/adapters/configuration/followedSource.ts";
import type { SyncSettings } from "../../../src/adapters/configuration/variables/syncVariables.ts";
import type { SyncSource } from "../../../src/domain/sync/stream/SyncSource.ts";

const settings = {
  jetstreamUrl: "wss://jetstream.example.com/subscribe",
  relayUrl: "wss://relay.example.com",
  tapUrl: "https://tap.example.com"
};

it.each<[SyncSettings["source"], SyncSource | null]>([
  [null, null],
  ["jetstream", { kind: "jetstream", address: "wss://jetstream.example.com/subscribe" }],
  ["firehose", { kind: "firehose", address: "wss://relay.example.com/xrpc/com.atproto.sync.subscribeRepos" }],
  ["tap", { kind: "tap", address: "wss://tap.example.com/channel" }]
])("SYNC_SOURCE %s has the WebSocket address of its stream", (source, expected) => {
  assert.deepStrictEqual(followedSource({ ...settings, source }), expected);
});

it("has one address however it was typed", () => {
  const typed = { ...settings, source: "firehose", relayUrl: "wss://Relay.example.com:443" } as const;
  assert.strictEqual(followedSource(typed)?.address, "wss://relay.example.com/xrpc/com.atproto.sync.subscribeRepos");
});
