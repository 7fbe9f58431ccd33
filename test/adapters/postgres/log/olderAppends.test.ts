import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as comparison } from "../../../../src/adapters/postgres/projections/StoredProjectionsPostgres.ts";
import { pureHashing } from "../../../../src/domain/crypto/Hashing.ts";
import { assignVersions } from "../../../../src/domain/event/assignVersions.ts";
import { systemActor } from "../../../../src/domain/event/Envelope.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { Lookup } from "../../../../src/domain/event/Lookup.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { StoredProjections } from "../../../../src/domain/projection/StoredProjections.ts";
import { knownSample } from "../../../contracts/sampleEvent.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const stores = comparison.pipe(Layer.provideMerge(eventLog), Layer.provideMerge(migratedDatabase));

const stream = streamName("authorization", "auth_older");

/** An event as the version before wrote it: with everything in clear, and a leaf over that. */
const [prepared] = assignVersions(
  stream,
  0,
  [knownSample("CodeIssued.v1", { authorizationId: "auth_older", codeHash: "hash of a code" }, { actor: systemActor })],
  "2026-11-01T10:00:00.000Z",
  { freshSalt: () => new Uint8Array(), hashing: pureHashing }
);
const older = prepared?.event;

it.layer(stores, { timeout: "60 seconds" })("an append by the version before", (it) => {
  it.effect("is accepted by the schema of this version, read, found and compared like any other", () =>
    Effect.gen(function* () {
      if (older === undefined) return assert.fail("no event");
      const sql = yield* SqlClient;
      // The call of version 0340 of the schema. It is not to be changed with the code of this version.
      const [row] = yield* sql<{ head: number }>`
        select head from tidemark.append_events(
          ${[stream]}, ${[0]}, ${[1]}, ${[older.stream]}, ${[older.version]}, ${[older.id]}, ${[older.type]},
          ${[older.occurredAt]}, ${[older.recordedAt]}, ${[older.actor.type]}, ${[older.actor.id]}, ${[older.clientId]},
          ${[older.authorizationId]}, ${[older.subjectDid]}, ${[older.requestId]}, ${[older.causationId]},
          ${[older.correlationId]}, ${[older.outcome]}, ${[older.reason]}, ${[JSON.stringify(older.data)]},
          ${[older.leafHash]}, ${[1]}, ${["code"]}, ${["hash of a code"]}, ${[stream]},
          ${["code-issued"]}, ${[1]}, ${[JSON.stringify({ auth_older: { expiresAt: older.data.expiresAt } })]},
          ${["auth_older"]}, ${[1]})`;
      assert.strictEqual(row?.head, 0);
      const log = yield* EventLog;
      const [recorded] = yield* log.read(0, 10);
      assert.deepStrictEqual(recorded, { ...older, position: 1 });
      const { find } = yield* Lookup;
      assert.deepStrictEqual(yield* find("code", "hash of a code"), Option.some(stream));
      const { compare } = yield* StoredProjections;
      const { projections } = yield* compare(() => Effect.void);
      assert.deepStrictEqual(
        projections.filter(({ count }) => count > 0),
        []
      );
      yield* log.append(stream, 1, [knownSample("AuthorizationEnded.v1", { authorizationId: "auth_older" })]);
      assert.strictEqual(yield* log.head, 2);
    })
  );
});
