import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { Did } from "../../src/domain/atproto/Did.ts";
import { ActivityCounts } from "../../src/domain/audit/ActivityCounts.ts";
import type { NewEvent } from "../../src/domain/event/Envelope.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import samples from "../domain/event/samples.json" with { type: "json" };
import { freshStream, sampleEvent } from "./sampleEvent.ts";

const ten = Date.parse("2026-03-01T10:00:00.000Z");
const minute = 60_000;
const hour = 60 * minute;

const append = (at: number, ...events: ReadonlyArray<Partial<NewEvent>>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(at);
    const log = yield* EventLog;
    yield* log.append(freshStream(), 0, events.map(sampleEvent));
  });

const none = { logins: 0, refreshes: 0, writes: 0, failures: 0, other: 0 };

/** What the log was busy with: every event counted once, in its minute and its hour. */
export const activityCountsContract = <E>(name: string, stores: Layer.Layer<ActivityCounts | EventLog, E>) =>
  it.layer(stores, { timeout: "60 seconds" })(`ActivityCounts contract: ${name}`, (it) => {
    it.effect("counts each event as one kind, in the minute and the hour that it was recorded in", () =>
      Effect.gen(function* () {
        const counts = yield* ActivityCounts;
        assert.deepStrictEqual(yield* counts.between("minute", ten, ten + hour), []);
        yield* append(
          ten + 5 * minute,
          { type: "LoginCompleted.v1", data: {} },
          { type: "TokensRefreshed.v1", data: {} },
          { type: "RecordWritten.v1" },
          { type: "BlobUploaded.v1" },
          { type: "RecordWritten.v1", outcome: "failure" },
          { type: "ClientUpdated.v2" },
          { type: "CodeRefused.v1", outcome: "failure" }
        );
        const first = { logins: 1, refreshes: 1, writes: 2, failures: 2, other: 1 };
        assert.deepStrictEqual(yield* counts.between("minute", ten, ten + hour), [
          { startsAt: "2026-03-01T10:05", ...first }
        ]);
        yield* append(ten + 6 * minute - 1, { type: "RecordWritten.v1" });
        yield* append(ten + 6 * minute, { type: "RecordWritten.v1" });
        yield* append(ten + 4 * minute, { type: "RecordWritten.v1" });
        yield* append(ten + hour, { type: "ClientUpdated.v2" });
        assert.deepStrictEqual(yield* counts.between("minute", ten, ten + hour), [
          { startsAt: "2026-03-01T10:04", ...none, writes: 1 },
          { startsAt: "2026-03-01T10:05", ...first, writes: 3 },
          { startsAt: "2026-03-01T10:06", ...none, writes: 1 }
        ]);
        assert.deepStrictEqual(yield* counts.between("hour", ten, ten + 2 * hour), [
          { startsAt: "2026-03-01T10", ...first, writes: 5 },
          { startsAt: "2026-03-01T11", ...none, other: 1 }
        ]);
        assert.deepStrictEqual(yield* counts.between("hour", ten + hour, ten + hour), []);
      })
    );

    it.effect("counts each event once, regardless of concurrent callers", () =>
      Effect.gen(function* () {
        const counts = yield* ActivityCounts;
        const later = ten + 48 * hour;
        yield* Effect.all(
          Array.from({ length: 20 }, () =>
            Effect.zipRight(append(later, { type: "RecordWritten.v1" }), counts.between("hour", later, later + hour))
          ),
          { concurrency: 5 }
        );
        assert.deepStrictEqual(yield* counts.between("hour", later, later + hour), [
          { startsAt: "2026-03-03T10", ...none, writes: 20 }
        ]);
      })
    );

    it.effect("counts the authorizations that have not ended and can still be used", () =>
      Effect.gen(function* () {
        const counts = yield* ActivityCounts;
        const of = (authorizationId: string) => ({ authorizationId, subjectDid: Did.make("did:web:example.com") });
        const given = (authorizationId: string): Partial<NewEvent> => ({
          ...of(authorizationId),
          type: "CodeExchanged.v1",
          data: { ...samples["CodeExchanged.v1"], authorizationId, refreshExpiresAt: ten + hour }
        });
        const renewed = (authorizationId: string): Partial<NewEvent> => ({
          ...of(authorizationId),
          type: "TokensRefreshed.v1",
          data: { ...samples["TokensRefreshed.v1"], authorizationId, refreshExpiresAt: ten + 2 * hour }
        });
        const ended = (authorizationId: string): Partial<NewEvent> => ({
          ...of(authorizationId),
          type: "AuthorizationEnded.v1",
          data: { authorizationId, reason: "expired" }
        });
        yield* append(ten, given("auth_a"), given("auth_b"), given("auth_c"));
        assert.strictEqual(yield* counts.activeAuthorizations(ten), 3);
        yield* append(ten, renewed("auth_a"), ended("auth_b"));
        assert.strictEqual(yield* counts.activeAuthorizations(ten), 2);
        assert.strictEqual(yield* counts.activeAuthorizations(ten + hour), 1);
        assert.strictEqual(yield* counts.activeAuthorizations(ten + 2 * hour), 0);
      })
    );
  });
