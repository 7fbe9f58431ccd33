import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as EventLogPostgres from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { sql as authorizationOwners } from "../../../../src/adapters/postgres/migrations/0120_authorization_owners.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { Lookup } from "../../../../src/domain/event/Lookup.ts";
import { erasedDid } from "../../../../src/domain/personal/erasedValue.ts";
import { freshStream, knownSample, sampleEvent } from "../../../contracts/sampleEvent.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

it.layer(EventLogPostgres.layer.pipe(Layer.provideMerge(migratedDatabase)))("migration 120", (it) => {
  it.effect("finds the authorizations that were granted before it", () =>
    Effect.gen(function* () {
      const { append } = yield* EventLog;
      const { list } = yield* Lookup;
      const sql = yield* SqlClient;
      const stream = freshStream();
      // The events of before have DIDs in the clear, as those of an erased person still have.
      const did = erasedDid("before");
      const completed = (clientId: string | null) =>
        knownSample("LoginCompleted.v1", { authorizationId: "auth_1", did }, { clientId });
      yield* append(stream, 0, [completed("client_1"), sampleEvent(), completed(null)]);
      const listed = Effect.all([
        list("authorization-of-did", did, null, 10),
        list("authorization-of-client", "client_1", null, 10)
      ]);
      const before = yield* listed;
      yield* sql`delete from tidemark.lookups where kind like 'authorization-of-%'`;
      assert.deepStrictEqual(yield* listed, [[], []]);
      for (const _ of [1, 2]) yield* sql.unsafe(authorizationOwners);
      assert.deepStrictEqual(yield* listed, before);
      assert.deepStrictEqual(before, [[{ id: "auth_1", stream }], [{ id: "auth_1", stream }]]);
    })
  );
});
