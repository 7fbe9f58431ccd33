import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import * as EventLogPostgres from "../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { migrate } from "../../../src/adapters/postgres/Migrations.ts";
import { appendEvents } from "../../../src/application/event/appendEvents.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { streamName } from "../../../src/domain/event/StreamName.ts";
import { SessionEnded, SessionEstablished } from "../../../src/domain/session/SessionEvent.ts";
import { TestDatabase, layer as testDatabase } from "../../support/TestDatabase.ts";
import { testSubjectKeys } from "../../support/testSubjectKeys.ts";
import { tidemark } from "./tidemark.ts";

const owed = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(TestDatabase, ({ url }) =>
    tidemark({ DATABASE_URL: Redacted.value(url) }, "sessions", "owed", ...args)
  );

const sessionId = "session_AAAAAAAAAAAAAAAAAAAAAA";
const established = new SessionEstablished({
  sessionId,
  authorizationId: "auth_AAAAAAAAAAAAAAAAAAAAAA",
  did: Did.make("did:plc:alice234alice234alice234"),
  pds: "https://pds.example",
  issuer: "https://entryway.example",
  scope: "atproto",
  jkt: "jkt",
  accessExpiresAt: 1
});

it.layer(testDatabase, { timeout: "60 seconds" })("tidemark sessions owed", (it) => {
  it.effect(
    "lists the pending revocations with their account, age and number of attempts",
    () =>
      Effect.gen(function* () {
        assert.deepInclude(yield* owed(), { code: 0, stdout: "No revocation is pending.\n" });
        yield* migrate;
        yield* appendEvents(
          streamName("session", sessionId),
          0,
          [established, new SessionEnded({ sessionId, reason: "account-moved" })],
          { actor: { type: "system", id: null } }
        ).pipe(
          Effect.provide(Layer.merge(Layer.provide(EventLogPostgres.layer, testSubjectKeys), SecureRandomNode.layer))
        );
        const sql = yield* SqlClient;
        yield* sql`update tidemark.pending_revocations set enqueued_at = enqueued_at - interval '90 minutes', attempts = 7`;
        const { code, stdout } = yield* owed();
        assert.strictEqual(code, 0);
        assert.strictEqual(
          stdout,
          `${sessionId}  ${established.did}  https://entryway.example  account-moved, 90 min ago, 7 attempts\n`
        );
        assert.deepInclude(JSON.parse((yield* owed("--json")).stdout).owed[0], { attempts: 7, did: established.did });
      }),
    120_000
  );
});
