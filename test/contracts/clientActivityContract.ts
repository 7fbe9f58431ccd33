import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { Did } from "../../src/domain/atproto/Did.ts";
import { ClientActivity } from "../../src/domain/client/use/ClientActivity.ts";
import type { NewEvent } from "../../src/domain/event/Envelope.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { knownSample } from "./sampleEvent.ts";

const noon = Date.parse("2026-03-01T12:00:00.000Z");
const hour = 60 * 60_000;
const day = 24 * hour;
const subjectDid = Did.make("did:plc:alice");

/** Appends one event of an authorization of a client at a time, and returns its position. */
const append = (
  at: number,
  clientId: string,
  type: Parameters<typeof knownSample>[0],
  data: Readonly<Record<string, unknown>> = {},
  envelope: Partial<NewEvent> = {}
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(at);
    const authorizationId = `auth_${randomUUID()}`;
    const about = { authorizationId, clientId, subjectDid, ...envelope };
    const event = knownSample(type, { authorizationId, ...data }, about);
    const [recorded] = yield* (yield* EventLog).append(streamName("authorization", authorizationId), 0, [event]);
    return recorded?.position ?? assert.fail();
  });

const signIn = (at: number, clientId: string) => append(at, clientId, "LoginCompleted.v1", { did: subjectDid });

/** What the log says of how clients are used. */
export const clientActivityContract = <E>(name: string, layer: Layer.Layer<ClientActivity | EventLog, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`ClientActivity contract: ${name}`, (it) => {
    it.effect("counts the sign-ins of one client by day, from a time on", () =>
      Effect.gen(function* () {
        const activity = yield* ClientActivity;
        const client = `client_${randomUUID()}`;
        assert.deepStrictEqual(yield* activity.signIns(client, noon), []);
        yield* signIn(noon - hour, client);
        yield* signIn(noon, client);
        yield* signIn(noon + hour, client);
        yield* signIn(noon + hour, `client_${randomUUID()}`);
        yield* signIn(noon + 2 * day, client);
        yield* append(noon + 2 * day, client, "CodeRefused.v1", { reason: "expired" });
        assert.deepStrictEqual(yield* activity.signIns(client, noon), [
          { day: "2026-03-01", count: 2 },
          { day: "2026-03-03", count: 1 }
        ]);
      })
    );

    it.effect("groups refusals by reason, the latest first, without what was no refusal", () =>
      Effect.gen(function* () {
        const activity = yield* ClientActivity;
        const client = `client_${randomUUID()}`;
        const failed = { outcome: "failure", reason: "access-denied" } as const;
        yield* append(noon - hour, client, "LoginFailed.v1", { reason: "access-denied" }, failed);
        const first = yield* append(
          noon,
          client,
          "CodeRefused.v1",
          { reason: "expired" },
          { ...failed, reason: "expired" }
        );
        yield* append(noon + 1, client, "LoginFailed.v1", { reason: "access-denied" }, failed);
        const last = yield* append(noon + 2, client, "LoginFailed.v1", { reason: "access-denied" }, failed);
        const ended = (reason: string) => append(noon + 3, client, "AuthorizationEnded.v1", { reason }, { reason });
        yield* ended("revoked-by-user");
        const reused = yield* ended("refresh-token-reused");
        assert.deepStrictEqual(yield* activity.refusals(client, noon), [
          {
            type: "AuthorizationEnded.v1",
            reason: "refresh-token-reused",
            count: 1,
            lastAt: noon + 3,
            lastPosition: reused
          },
          { type: "LoginFailed.v1", reason: "access-denied", count: 2, lastAt: noon + 2, lastPosition: last },
          { type: "CodeRefused.v1", reason: "expired", count: 1, lastAt: noon, lastPosition: first }
        ]);
      })
    );

    it.effect("summarizes several clients at once, also those that nobody used", () =>
      Effect.gen(function* () {
        const activity = yield* ClientActivity;
        const [used, unused] = [`client_${randomUUID()}`, `client_${randomUUID()}`];
        yield* signIn(noon - day, used);
        yield* signIn(noon, used);
        yield* append(noon, used, "CodeExchanged.v1", { exchangedAt: noon, refreshExpiresAt: noon + hour });
        yield* append(noon, used, "CodeExchanged.v1", { exchangedAt: noon + 5, refreshExpiresAt: noon + 2 * hour });
        const at = (now: number) => activity.summaries([used, unused], noon, now);
        const nothing = { signIns: 0, activeAuthorizations: 0, lastSignInAt: null, lastUsedAt: null };
        const summary = { clientId: used, signIns: 1, lastSignInAt: noon + 5, lastUsedAt: noon + 5 };
        assert.deepStrictEqual(yield* at(noon), [
          { ...summary, activeAuthorizations: 2 },
          { clientId: unused, ...nothing }
        ]);
        assert.deepInclude((yield* at(noon + hour))[0], { activeAuthorizations: 1 });
      })
    );
  });
