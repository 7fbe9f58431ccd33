import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import {
  AccountDirectory,
  type AccountFilter,
  type AccountPosition,
  type DirectoryAccount
} from "../../src/domain/account/AccountDirectory.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { erasedDid } from "../../src/domain/personal/erasedValue.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { knownSample } from "./sampleEvent.ts";

const [alice, bob, carol, dave] = [
  Did.make("did:plc:alice"),
  Did.make("did:plc:bob"),
  Did.make("did:plc:carol"),
  Did.make("did:plc:dave")
] as const;

/** Tokens are issued at a time, and can be refreshed until 5,000. */
const grant = (subjectDid: Did, exchangedAt: number) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    const authorizationId = `auth_${randomUUID()}`;
    const stream = streamName("authorization", authorizationId);
    const data = { authorizationId, scope: "atproto", exchangedAt, refreshExpiresAt: 5000 };
    const more = { authorizationId, subjectDid, clientId: "client" };
    yield* log.append(stream, 0, [knownSample("CodeExchanged.v1", data, more)]);
    return { authorizationId, stream, more };
  });

const endOf = ({ authorizationId, more, stream }: Effect.Effect.Success<ReturnType<typeof grant>>) =>
  Effect.flatMap(EventLog, (log) =>
    log.append(stream, 1, [knownSample("AuthorizationEnded.v1", { authorizationId, reason: "revoked-by-admin" }, more)])
  );

/** Alice signed in twice, Carol once. Bob never did and is hidden, and so is Dave by a label. */
const world = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.putActor({ did: alice, handle: Handle.make("alice.example.com"), pds: "https://pds.example.com" });
  yield* index.putActor({ did: bob, handle: Handle.make("bob.example.com"), pds: null });
  yield* index.putActor({ did: dave, handle: null, pds: null });
  yield* index.hide(bob, "deactivated");
  yield* index.takeDown({ subject: { _tag: "AccountSubject", did: dave }, until: null });
  yield* grant(alice, 1000);
  yield* endOf(yield* grant(alice, 2000));
  yield* grant(carol, 3000);
  yield* grant(erasedDid("subject_1"), 4000);
});

const everyone: AccountFilter = { text: null, state: null, now: 4500 };

const list = (filter: Partial<AccountFilter>, after: AccountPosition | null = null, limit = 10) =>
  Effect.flatMap(AccountDirectory, (directory) =>
    Effect.map(directory.page({ ...everyone, ...filter }, after, limit), (accounts) =>
      accounts.map(({ did }) => did.slice("did:plc:".length)).join(" ")
    )
  );

const find = (did: Did, now = 4500) => Effect.flatMap(AccountDirectory, (directory) => directory.find(did, now));

/** The accounts that an instance knows. */
export const accountDirectoryContract = <E>(
  name: string,
  layer: Layer.Layer<AccountDirectory | EventLog | RecordIndex, E>
) =>
  it.layer(layer, { timeout: "60 seconds" })(`AccountDirectory contract: ${name}`, (it) => {
    it.effect("lists the accounts that were used last first, and no erased person", () =>
      Effect.gen(function* () {
        yield* world;
        assert.strictEqual(yield* list({}), "carol alice bob dave");
      })
    );

    it.effect("continues after a position", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* list({}, null, 1), "carol");
        assert.strictEqual(yield* list({}, { did: carol, usedAt: 3000 }, 2), "alice bob");
        assert.strictEqual(yield* list({}, { did: bob, usedAt: null }), "dave");
      })
    );

    it.effect("finds accounts by a part of the handle or the beginning of the DID", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* list({ text: "EXAMPLE" }), "alice bob");
        assert.strictEqual(yield* list({ text: "did:plc:ca" }), "carol");
        assert.strictEqual(yield* list({ text: "plc:ca" }), "");
        assert.strictEqual(yield* list({ text: "%" }), "");
      })
    );

    it.effect("lists accounts by their state", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* list({ state: "signed-in" }), "carol alice");
        assert.strictEqual(yield* list({ state: "never-signed-in" }), "bob dave");
        assert.strictEqual(yield* list({ state: "hidden" }), "bob dave");
      })
    );

    it.effect("describes an account", () =>
      Effect.gen(function* () {
        const expected: DirectoryAccount = {
          did: alice,
          handle: Handle.make("alice.example.com"),
          pds: "https://pds.example.com",
          status: null,
          isTakenDown: false,
          signedInAt: 2000,
          usedAt: 2000,
          activeSessions: 1
        };
        assert.deepStrictEqual(yield* find(alice), expected);
        assert.strictEqual((yield* find(alice, 5000))?.activeSessions, 0);
        assert.strictEqual((yield* find(carol))?.handle, null);
        assert.strictEqual((yield* find(bob))?.status, "deactivated");
        assert.strictEqual((yield* find(dave))?.isTakenDown, true);
        assert.strictEqual(yield* find(Did.make("did:plc:nobody")), null);
      })
    );
  });
