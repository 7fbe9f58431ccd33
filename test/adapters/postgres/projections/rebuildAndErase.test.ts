import { assert, layer } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as SecureRandomNode from "../../../../src/adapters/crypto/SecureRandomNode.ts";
import * as ErasureLedgerMemory from "../../../../src/adapters/memory/stores/ErasureLedgerMemory.ts";
import { layer as postgresClient } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { eraseSubject } from "../../../../src/application/erasure/eraseSubject.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { Handle } from "../../../../src/domain/atproto/Handle.ts";
import { EndedAuthorizations } from "../../../../src/domain/authorization/end/EndedAuthorizations.ts";
import { StoredProjections } from "../../../../src/domain/projection/StoredProjections.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { storage } from "../../../../src/main/storage.ts";
import { personalTraces } from "../../../support/personalTraces.ts";
import { liveAs, noteLexicons, type Person } from "../../../support/personHistory.ts";
import { database, TestDatabase } from "../../../support/TestDatabase.ts";
import { tableTexts } from "../../../support/tableTexts.ts";
import { testSecrets } from "../../../support/testSubjectKeys.ts";

/** The stores of a running service, which acts as the role of the application. */
const services = Layer.mergeAll(
  SecureRandomNode.layer,
  ErasureLedgerMemory.layer,
  Layer.mock(EndedAuthorizations, { awaitPosition: () => Effect.void })
).pipe(
  Layer.provideMerge(
    Layer.unwrapEffect(
      Effect.map(TestDatabase, ({ url }) =>
        storage({ databaseUrl: url, dataDir: "", secrets: testSecrets, purpose: "service" })
      )
    )
  ),
  Layer.provideMerge(database)
);

const person = (name: string): Person => ({
  did: Did.make(`did:plc:${name}234567abcdefghijklmnop`),
  handle: Handle.make(`${name}.example.com`),
  secret: `what ${name} wrote`
});

const erase = ({ did }: Person) => eraseSubject({ did, note: null, actor: { type: "operator", id: null } });

const amount = { logins: 5, active: 2, writes: 5 };

/** What is found of a person in the tables, read by their owner. */
const traces = (one: Person) =>
  Effect.flatMap(TestDatabase, ({ url }) =>
    Effect.provide(tableTexts, postgresClient({ url, maxConnections: 1 })).pipe(
      Effect.map((texts) => personalTraces(texts.join("\n"), [one.did, one.handle, one.secret]))
    )
  );

const differing = ({ projections }: Effect.Effect.Success<ReturnType<StoredProjections["Type"]["rebuild"]>>) =>
  projections.filter(({ count }) => count > 0).map(({ projection }) => projection);

layer(services, { timeout: "120 seconds", excludeTestServices: true })(
  "an erasure while projections are rebuilt",
  (it) => {
    it.effect("is in the tables that the rebuild puts in place, and the rebuild finds no difference", () =>
      Effect.gen(function* () {
        yield* (yield* RecordIndex).define(noteLexicons);
        const projections = yield* StoredProjections;
        const [gone, stays] = [person("gone"), person("stays")];
        yield* liveAs(gone, amount);
        yield* liveAs(stays, amount);
        const here = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof erase>>>();
        let isErased = false;
        const rebuilt = yield* projections.rebuild(() =>
          Effect.suspend(() => {
            if (isErased) return Effect.void;
            isErased = true;
            return Effect.asVoid(Effect.orDie(erase(gone)));
          }).pipe(Effect.provide(here))
        );
        assert.isTrue(isErased);
        assert.deepStrictEqual(differing(rebuilt), []);
        assert.deepStrictEqual(yield* traces(gone), []);
        assert.include([...(yield* traces(stays))], stays.did);
        assert.deepStrictEqual(differing(yield* projections.compare(() => Effect.void)), []);
      })
    );

    it.effect("deletes what a rebuild left that was killed", () =>
      Effect.gen(function* () {
        const projections = yield* StoredProjections;
        const one = person("left");
        yield* liveAs(one, amount);
        const filled = yield* Deferred.make<void>();
        const killed = yield* Effect.fork(
          projections.rebuild(() => Effect.zipRight(Deferred.succeed(filled, undefined), Effect.never))
        );
        yield* Deferred.await(filled);
        yield* Fiber.interrupt(killed);
        yield* erase(one);
        assert.deepStrictEqual(yield* traces(one), []);
      })
    );
  }
);
