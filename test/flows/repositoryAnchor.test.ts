import { assert, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import * as configuredAnchors from "../../src/adapters/anchor/configuredAnchors.ts";
import * as IdentityResolverNetwork from "../../src/adapters/identity/IdentityResolverNetwork.ts";
import * as TxtRecords from "../../src/adapters/identity/TxtRecords.ts";
import * as OutboundHttpUndici from "../../src/adapters/outbound/OutboundHttpUndici.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Anchors } from "../../src/domain/transparency/publishing/Anchors.ts";
import type { SealedCheckpoint } from "../../src/domain/transparency/SealedTree.ts";
import { parseNote } from "../../src/domain/transparency/SignedNote.ts";
import { leafOf } from "../domain/transparency/naiveTree.ts";
import { checkpointBy, testKey } from "../domain/transparency/signedBy.ts";
import { withPds } from "../support/withPds.ts";

const log = testKey("log.example.com/log", "note");

const didOf = Schema.decodeUnknownSync(Did);

const checkpoint = (size: number): SealedCheckpoint => ({
  origin: log.key.name,
  size,
  rootHash: leafOf(size),
  note: checkpointBy(log, size, leafOf(size)),
  sealedAt: "2026-03-01T10:20:30.123Z"
});

await withPds("an anchor in a repository at a real PDS", (network) => {
  const [pds] = network.pdses;
  const outbound = OutboundHttpUndici.layer({ allowLoopback: true });
  const identities = IdentityResolverNetwork.layer({
    plcDirectoryUrl: network.plc.url,
    handleResolverUrls: [pds.url],
    allowLoopback: true
  }).pipe(Layer.provide(Layer.merge(outbound, TxtRecords.layer)));

  const anchorOf = Effect.fnUntraced(function* (did: Did, password: string) {
    const location = { _tag: "RepositoryAnchor", address: `atproto://${did}`, did } as const;
    const anchors = configuredAnchors.layer([location], Redacted.make(password));
    const built = yield* Layer.build(Layer.provide(anchors, Layer.merge(outbound, identities)));
    return yield* Effect.orDie(Effect.fromNullable(Context.get(built, Anchors)[0]));
  });

  const newAccount = Effect.promise(() =>
    pds.createAccount({
      handle: `anchor-${Math.random().toString(36).slice(2, 10)}${pds.handleDomain}`,
      password: "not-the-app-password"
    })
  );

  /** Creates an app password, as an operator does in the settings of the account. */
  const appPassword = async (accessJwt: string): Promise<string> => {
    const response = await fetch(`${pds.url}/xrpc/com.atproto.server.createAppPassword`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessJwt}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "checkpoints" })
    });
    return JSON.parse(await response.text()).password;
  };

  it.scopedLive("puts checkpoints as records, with an app password, and finds the latest one", () =>
    Effect.gen(function* () {
      const account = yield* newAccount;
      const anchor = yield* anchorOf(didOf(account.did), yield* Effect.promise(() => appPassword(account.accessJwt)));
      assert.isTrue(Option.isNone(yield* anchor.latest));
      for (const size of [9, 12, 1_000]) yield* anchor.add([checkpoint(size)]);
      // The same one again, as after a lost response.
      yield* anchor.add([checkpoint(1_000)]);
      const latest = Option.getOrThrow(yield* anchor.latest);
      const { text } = Either.getOrThrow(parseNote(checkpoint(1_000).note));
      assert.deepStrictEqual(latest, { size: 1_000, text });
      const listed = yield* Effect.promise(async () => {
        const query = `repo=${account.did}&collection=dev.tidemark.log.checkpoint`;
        return (await fetch(`${pds.url}/xrpc/com.atproto.repo.listRecords?${query}`)).json();
      });
      const records: ReadonlyArray<{ readonly uri: string; readonly value: unknown }> = Object(listed).records;
      assert.deepStrictEqual(
        records.map(({ uri }) => uri.split("/").at(-1)),
        ["0000000000001000", "0000000000000012", "0000000000000009"]
      );
      assert.deepStrictEqual(records[0]?.value, {
        $type: "dev.tidemark.log.checkpoint",
        origin: log.key.name,
        size: 1_000,
        checkpoint: checkpoint(1_000).note,
        createdAt: "2026-03-01T10:20:30.123Z"
      });
    })
  );

  it.scopedLive("refuses to write with a wrong password, and can still read", () =>
    Effect.gen(function* () {
      const account = yield* newAccount;
      const anchor = yield* anchorOf(didOf(account.did), "abcd-efgh-ijkl-mnop");
      assert.isTrue(Option.isNone(yield* anchor.latest));
      const { reason, state } = yield* Effect.flip(anchor.add([checkpoint(9)]));
      assert.deepStrictEqual([state, reason], ["refused", "not-signed-in"]);
    })
  );

  it.scopedLive("is away if the account does not exist", () =>
    Effect.gen(function* () {
      const anchor = yield* anchorOf(didOf("did:plc:aaaaaaaaaaaaaaaaaaaaaaaa"), "abcd-efgh-ijkl-mnop");
      assert.strictEqual((yield* Effect.flip(anchor.latest)).state, "away");
    })
  );
});
