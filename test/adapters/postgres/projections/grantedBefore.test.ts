import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as EventLogPostgres from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { sql as authorizations } from "../../../../src/adapters/postgres/migrations/0150_authorizations.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { erasedDid } from "../../../../src/domain/personal/erasedValue.ts";
import { knownSample } from "../../../contracts/sampleEvent.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

/** The events of before have DIDs in the clear, as those of an erased person still have. */
const subjectDid = erasedDid("before");

/** One that goes on, one that was refreshed twice, one that ended, and a login that came to no tokens. */
const histories: ReadonlyArray<
  ReadonlyArray<readonly [Parameters<typeof knownSample>[0], Readonly<Record<string, unknown>>]>
> = [
  [["CodeExchanged.v1", { scope: "atproto", exchangedAt: 1, refreshExpiresAt: 2 }]],
  [
    ["CodeExchanged.v1", { scope: "atproto", exchangedAt: 1, refreshExpiresAt: 2 }],
    ["TokensRefreshed.v1", { refreshedAt: 3, refreshExpiresAt: 4 }],
    ["TokensRefreshed.v1", { refreshedAt: 5, refreshExpiresAt: 6 }]
  ],
  [
    ["CodeExchanged.v1", { scope: "atproto", exchangedAt: 1, refreshExpiresAt: 2 }],
    ["AuthorizationEnded.v1", { reason: "revoked-by-user" }]
  ],
  [["LoginCompleted.v1", { did: subjectDid }]]
];

it.layer(EventLogPostgres.layer.pipe(Layer.provideMerge(migratedDatabase)))("migration 150", (it) => {
  it.effect("lists the authorizations that were granted before it", () =>
    Effect.gen(function* () {
      const { append } = yield* EventLog;
      const sql = yield* SqlClient;
      yield* Effect.forEach(histories, (history, at) => {
        const authorizationId = `auth_${at}`;
        const events = history.map(([type, data]) =>
          knownSample(type, { authorizationId, ...data }, { authorizationId, clientId: "client_1", subjectDid })
        );
        return append(streamName("authorization", authorizationId), 0, events);
      });
      const rows = sql`select * from tidemark.authorizations order by position`;
      const kept = yield* rows;
      assert.lengthOf(kept, 3);
      yield* sql`drop table tidemark.authorizations`;
      yield* sql.unsafe(authorizations);
      assert.deepStrictEqual(yield* rows, kept);
    })
  );
});
