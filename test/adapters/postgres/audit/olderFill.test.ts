import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { layer as auditTrail } from "../../../../src/adapters/postgres/audit/AuditTrailPostgres.ts";
import { catchUpHistory } from "../../../../src/adapters/postgres/audit/catchUpHistory.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { AuditTrail } from "../../../../src/domain/audit/AuditTrail.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { freshStream, knownSample } from "../../../contracts/sampleEvent.ts";
import samples from "../../../domain/event/samples.json" with { type: "json" };
import { testSubjectKeys } from "../../../support/testSubjectKeys.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const stores = Layer.mergeAll(auditTrail, eventLog).pipe(
  Layer.provideMerge(testSubjectKeys),
  Layer.provideMerge(migratedDatabase)
);

const did = Did.make("did:plc:alice234alice234alice234");
const { uri } = samples["WriteRequested.v1"];

/** Copies all events as the version before personal parts does. */
const fillAsOlder = `
insert into tidemark.audit_entries (position, type, recorded_at, client_id, authorization_id, correlation_id, subject_did,
  request_id, outcome, reason, uri)
select position, left(type, 300), recorded_at, left(client_id, 300), left(authorization_id, 300),
  left(correlation_id, 300), left(subject_did, 300), left(request_id, 300), outcome, left(reason, 300),
  left(data->>'uri', 300)
from tidemark.events order by position on conflict (position) do nothing`;

const foundBy = (filter: { readonly did: Did } | { readonly uri: string }) =>
  Effect.flatMap(AuditTrail, (trail) =>
    Effect.map(
      trail.page({ filter, order: "oldest first", after: null, upTo: null, limit: 10 }),
      (events) => events.length
    )
  );

it.layer(stores, { timeout: "60 seconds" })("the index of the history", (it) => {
  it.effect("has the same entries if a version that does not know personal parts copies the events", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const log = yield* EventLog;
      const about = { clientId: "client_1", subjectDid: did };
      yield* log.append(freshStream(), 0, [
        knownSample("WriteRequested.v1", {}, about),
        knownSample("LexiconsImported.v1")
      ]);
      const entries = sql`select * from tidemark.audit_entries order by position`;
      yield* catchUpHistory;
      const expected = yield* entries;
      yield* sql`delete from tidemark.audit_entries`;
      yield* sql.unsafe(fillAsOlder);
      assert.deepStrictEqual(yield* entries, expected);
      assert.deepStrictEqual([yield* foundBy({ did }), yield* foundBy({ uri })], [1, 1]);
    })
  );
});
