import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { addAdmin } from "../../../src/application/admin/addAdmin.ts";
import { adminsStream } from "../../../src/application/admin/currentAdmins.ts";
import { removeAdmin } from "../../../src/application/admin/removeAdmin.ts";
import { endAuthorization } from "../../../src/application/authorizations/endAuthorization.ts";
import { resetIndex } from "../../../src/application/instance/resetIndex.ts";
import { endSession } from "../../../src/application/sessions/endSession.ts";
import { vaultRow } from "../../../src/application/vault/vaultSecrets.ts";
import { systemActor } from "../../../src/domain/event/Envelope.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { TokenVault } from "../../../src/domain/vault/TokenVault.ts";
import { contendedLog } from "../../support/contendedLog.ts";
import { alice, bob, memoryService } from "../../support/memoryService.ts";
import { aliceSignedIn } from "../sessions/sessionThrough.ts";

/** How often a change is attempted in all: once, and 20 more times. */
const attempts = 21;

const contentionAfter = (lost: number) => ({ remaining: lost, lost: 0 });

const typesAfter = (position: number) =>
  Effect.flatMap(EventLog, (log) => Effect.map(log.read(position, 10_000), (events) => events.map(({ type }) => type)));

const head = Effect.flatMap(EventLog, (log) => log.head);

type SignedIn = Effect.Effect.Success<typeof aliceSignedIn>;

/** Tests a change of a contended stream: `recorded` are the types of its events. */
const overtaken = <A, E extends { readonly _tag: string }>(
  name: string,
  stream: string,
  change: (signedIn: SignedIn) => Effect.Effect<A, E, Layer.Layer.Success<typeof memoryService>>,
  recorded: ReadonlyArray<string>
) => {
  it.effect(`A change is attempted again until it is recorded: ${name}`, () =>
    Effect.gen(function* () {
      const signedIn = yield* aliceSignedIn;
      const before = yield* head;
      const contention = contentionAfter(attempts - 1);
      yield* Effect.provide(change(signedIn), contendedLog(stream, contention));
      assert.strictEqual(contention.lost, attempts - 1);
      assert.deepStrictEqual(yield* typesAfter(before), recorded);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect(`A change that is overtaken too often fails as contended and records nothing: ${name}`, () =>
    Effect.gen(function* () {
      const signedIn = yield* aliceSignedIn;
      const before = yield* head;
      const contention = contentionAfter(Number.POSITIVE_INFINITY);
      const failure = yield* Effect.flip(Effect.provide(change(signedIn), contendedLog(stream, contention)));
      assert.strictEqual(failure._tag, "StreamContended");
      assert.include(String(failure), "Try again");
      assert.strictEqual(contention.lost, attempts);
      assert.deepStrictEqual(yield* typesAfter(before), []);
      const vault = yield* TokenVault;
      assert.isTrue(Option.isSome(yield* vault.get(vaultRow.session(signedIn.sessionId), 0)));
    }).pipe(Effect.provide(memoryService))
  );
};

const end = ({ authorizationId }: SignedIn) =>
  endAuthorization({ authorizationId, reason: "revoked-by-user", actor: systemActor });

describe("a change that another writer overtakes", () => {
  overtaken("one stream", "admins", () => addAdmin(bob.did, alice.did), ["AdminAdded.v1"]);
  overtaken("the first of two streams", "authorization-", end, ["AuthorizationEnded.v1", "SessionEnded.v1"]);
  overtaken("the second of two streams", "session-", end, ["AuthorizationEnded.v1", "SessionEnded.v1"]);
  overtaken(
    "two streams and the vault",
    "authorization-",
    ({ sessionId }) => endSession(sessionId, "secrets-missing"),
    ["SessionEnded.v1", "AuthorizationEnded.v1"]
  );
  overtaken("a stream and the index of records", "instance-index", () => resetIndex("app.example", null), [
    "IndexReset.v1"
  ]);
});

const byAlice = { type: "admin", id: alice.did } as const;

/** The log of a process that has in memory what the stream of admins holds now, and does not learn what follows. */
const withStaleMemory = Effect.flatMap(EventLog, (log) =>
  Effect.map(log.load(adminsStream), (stale) => EventLog.of({ ...log, cached: () => Effect.succeed(stale) }))
);

describe("a decision by the events in memory", () => {
  it.effect("is not answered from memory when it changes nothing", () =>
    Effect.gen(function* () {
      yield* addAdmin(alice.did, null);
      yield* addAdmin(bob.did, alice.did);
      const stale = yield* withStaleMemory;
      yield* removeAdmin(bob.did, byAlice);
      const before = yield* head;
      yield* Effect.provideService(addAdmin(bob.did, alice.did), EventLog, stale);
      assert.deepStrictEqual(yield* typesAfter(before), ["AdminAdded.v1"]);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("is made again when another writer appended meanwhile", () =>
    Effect.gen(function* () {
      yield* addAdmin(alice.did, null);
      yield* addAdmin(bob.did, alice.did);
      const stale = yield* withStaleMemory;
      yield* removeAdmin(bob.did, byAlice);
      const before = yield* head;
      const refused = yield* Effect.either(Effect.provideService(removeAdmin(bob.did, byAlice), EventLog, stale));
      assert.deepStrictEqual(yield* typesAfter(before), []);
      assert.deepStrictEqual(refused, yield* Effect.either(removeAdmin(bob.did, byAlice)));
    }).pipe(Effect.provide(memoryService))
  );
});
