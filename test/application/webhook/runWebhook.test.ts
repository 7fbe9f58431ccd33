import { assert, describe, it } from "@effect/vitest";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import * as StorageMemory from "../../../src/adapters/memory/StorageMemory.ts";
import { ConfiguredAdmins } from "../../../src/application/admin/ConfiguredAdmins.ts";
import { appendEvents } from "../../../src/application/event/appendEvents.ts";
import { PublicUrl } from "../../../src/application/instance/PublicUrl.ts";
import { readWebhook } from "../../../src/application/webhook/readWebhook.ts";
import { runWebhook } from "../../../src/application/webhook/runWebhook.ts";
import { sendMessageAgain, sendTestMessage } from "../../../src/application/webhook/sendAgain.ts";
import { settleWebhook } from "../../../src/application/webhook/settleWebhook.ts";
import { webhookStream } from "../../../src/application/webhook/webhookStream.ts";
import {
  AdminAdded,
  AdminLoginFailed,
  AdminRemoved,
  AdminRoleChanged
} from "../../../src/domain/administration/AdministrationEvent.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import type { DomainEvent } from "../../../src/domain/event/DomainEvent.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { StreamName } from "../../../src/domain/event/StreamName.ts";
import { currentTrace } from "../../../src/domain/event/Trace.ts";
import { SubjectErased } from "../../../src/domain/personal/SubjectEvent.ts";
import { WebhookReceiver } from "../../../src/domain/webhook/WebhookReceiver.ts";
import { responded, scriptedReceiver } from "./scriptedReceiver.ts";

const alice = Did.make("did:plc:z72i7hdynmk6r22z27h6tvur");
const owner = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");
const publicUrl = "https://records.example.com";

const services = Layer.mergeAll(
  StorageMemory.layer,
  SecureRandomNode.layer,
  Layer.succeed(PublicUrl, publicUrl),
  Layer.succeed(ConfiguredAdmins, [])
);

/** Appends events to a stream, as an admin. */
const append = Effect.fnUntraced(function* (stream: string, events: ReadonlyArray<DomainEvent>) {
  const name = StreamName.make(stream);
  const version = (yield* (yield* EventLog).load(name)).at(-1)?.version ?? 0;
  return yield* appendEvents(name, version, events, { actor: { type: "admin", id: owner } });
});

const added = new AdminAdded({ did: alice, how: "admin", addedBy: owner, addedAt: 0 });

const withReceiver = <A, E, R>(
  receiver: ReturnType<typeof scriptedReceiver> | null,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, WebhookReceiver>> =>
  Effect.provideService(work, WebhookReceiver, receiver?.receiver ?? null);

/** Starts the job of a process, as a start of the service does. */
const started = Effect.fnUntraced(function* (scripted: ReturnType<typeof scriptedReceiver>) {
  yield* withReceiver(scripted, settleWebhook);
  const job = yield* Effect.fork(runWebhook(scripted.receiver));
  yield* TestClock.adjust("2 seconds");
  return job;
});

/** Lets time pass while no process runs: a job that looks every second would take long. */
const pass = (time: Duration.DurationInput) => TestClock.adjust(time);

/** Lets the job of a process run for some seconds. */
const run = Effect.fnUntraced(function* (scripted: ReturnType<typeof scriptedReceiver>, seconds = 3) {
  const job = yield* Effect.fork(runWebhook(scripted.receiver));
  yield* TestClock.adjust(`${seconds} seconds`);
  yield* Fiber.interrupt(job);
});

const eventsOfWebhook = Effect.gen(function* () {
  const events = yield* (yield* EventLog).load(webhookStream);
  return events.map(({ data, type }) => [type, data]);
});

describe("the webhook", () => {
  it.scoped("sends what happens after it was configured, and nothing of before", () =>
    Effect.gen(function* () {
      const scripted = scriptedReceiver();
      yield* append("admins", [new AdminAdded({ did: owner, how: "set-up", addedBy: null, addedAt: 0 })]);
      yield* started(scripted);
      assert.deepStrictEqual(scripted.types(), []);
      const [recorded] = yield* append("admins", [added]);
      yield* TestClock.adjust("2 seconds");
      const url = `${publicUrl}/settings/audit/events/${recorded?.position}`;
      assert.deepStrictEqual(scripted.bodies(), [
        {
          type: "admin.added",
          timestamp: recorded?.recordedAt,
          text: `${alice} became an administrator, added by ${owner}. The role is owner. ${url}`,
          data: { did: alice, role: "owner", how: "admin", by: owner, position: recorded?.position, url }
        }
      ]);
      assert.strictEqual(scripted.received[0]?.id, `msg_${recorded?.id}`);
      assert.deepStrictEqual(yield* eventsOfWebhook, [["WebhookTargetChanged.v1", { host: "hooks.example.com" }]]);
    }).pipe(Effect.provide(services))
  );

  it.scoped("sends the role of an added admin with the addition, and later changes on their own", () =>
    Effect.gen(function* () {
      const scripted = scriptedReceiver();
      yield* started(scripted);
      yield* append("admins", [added, new AdminRoleChanged({ did: alice, role: "reader", before: "owner" })]);
      yield* append("admins", [new AdminRoleChanged({ did: alice, role: "developer", before: "reader" })]);
      yield* append("admins", [new AdminRemoved({ did: alice })]);
      yield* TestClock.adjust("2 seconds");
      assert.deepStrictEqual(
        scripted
          .bodies()
          .map(({ data, type }) => [
            type,
            typeof data === "object" && data !== null && "role" in data ? data.role : null
          ]),
        [
          ["admin.added", "reader"],
          ["admin.role_changed", "developer"],
          ["admin.removed", null]
        ]
      );
    }).pipe(Effect.provide(services))
  );

  it.scoped("sends only the configured types", () =>
    Effect.gen(function* () {
      const scripted = scriptedReceiver(["admin.removed"]);
      yield* started(scripted);
      yield* append("admins", [added, new AdminRemoved({ did: alice })]);
      yield* TestClock.adjust("2 seconds");
      assert.deepStrictEqual(scripted.types(), ["admin.removed"]);
    }).pipe(Effect.provide(services))
  );

  it.scoped("says nothing of the person when one was erased", () =>
    Effect.gen(function* () {
      const scripted = scriptedReceiver();
      yield* started(scripted);
      yield* append("erasure-1", [new SubjectErased({ commitment: "c", records: 3, note: `asked by ${alice}` })]);
      yield* TestClock.adjust("2 seconds");
      assert.deepStrictEqual(scripted.types(), ["person.erased"]);
      assert.notInclude(JSON.stringify(scripted.bodies()), alice);
    }).pipe(Effect.provide(services))
  );

  it.scoped("sends one message when refusals become a wave, and one when it is over", () =>
    Effect.gen(function* () {
      const scripted = scriptedReceiver();
      const job = yield* started(scripted);
      const refused = new AdminLoginFailed({ loginId: "l", did: null, reason: "not-admin" });
      for (const at of Array.from({ length: 15 }, (_, index) => index)) {
        yield* append(`admin-login-${at}`, [refused]).pipe(
          Effect.locally(currentTrace, { requestId: null, ipHash: Effect.succeed("00112233445566778899aabbccddeeff") })
        );
        yield* TestClock.adjust("10 seconds");
      }
      assert.deepStrictEqual(scripted.types(), ["refusals.started"]);
      yield* Fiber.interrupt(job);
      yield* pass("12 minutes");
      yield* run(scripted);
      assert.deepStrictEqual(scripted.types(), ["refusals.started", "refusals.ended"]);
      const [, ended] = scripted.bodies();
      assert.include(String(ended?.text), "address 00112233 was refused 15 times");
    }).pipe(Effect.provide(services))
  );

  it.scoped("sends a message again until it is accepted, with the same id and body", () =>
    Effect.gen(function* () {
      const scripted = scriptedReceiver();
      yield* withReceiver(scripted, settleWebhook);
      scripted.script.respond = () => Effect.succeed(responded(500));
      yield* append("admins", [added]);
      yield* run(scripted, 40);
      const failures = scripted.received.length;
      assert.isAtLeast(failures, 2);
      scripted.script.respond = () => Effect.succeed(responded(200));
      yield* pass("1 hour");
      yield* run(scripted);
      assert.strictEqual(scripted.received.length, failures + 1);
      assert.strictEqual(new Set(scripted.received.map(({ body, id }) => `${id} ${body}`)).size, 1);
      yield* pass("1 hour");
      yield* run(scripted);
      assert.strictEqual(scripted.received.length, failures + 1);
      const { messages, pending } = yield* readWebhook(5);
      assert.deepStrictEqual([pending, messages[0]?.state], [0, "delivered"]);
    }).pipe(Effect.provide(services))
  );

  it.scoped("waits as long as the receiver asks", () =>
    Effect.gen(function* () {
      const scripted = scriptedReceiver();
      yield* withReceiver(scripted, settleWebhook);
      scripted.script.respond = () => Effect.succeed(responded(429, 600_000));
      yield* append("admins", [added]);
      yield* run(scripted);
      yield* pass("9 minutes");
      yield* run(scripted);
      assert.strictEqual(scripted.received.length, 1);
      yield* pass("1 minute");
      yield* run(scripted);
      assert.strictEqual(scripted.received.length, 2);
    }).pipe(Effect.provide(services))
  );

  it.scoped("gives a message up after three days, with an event, and sends it again on request", () =>
    Effect.gen(function* () {
      const scripted = scriptedReceiver();
      yield* withReceiver(scripted, settleWebhook);
      scripted.script.respond = () => Effect.succeed(responded(503));
      yield* append("admins", [added]);
      yield* run(scripted);
      const id = scripted.received[0]?.id ?? "";
      const dueAt = Effect.map(readWebhook(1), ({ messages }) => messages[0]?.dueAt ?? null);
      for (let next = yield* dueAt; next !== null; next = yield* dueAt) {
        yield* TestClock.setTime(next);
        yield* run(scripted);
      }
      const attempts = scripted.received.length;
      assert.isAtLeast(attempts, 10);
      assert.deepStrictEqual((yield* eventsOfWebhook).at(-1), [
        "WebhookDeliveryGivenUp.v1",
        { messageId: id, messageType: "admin.added", attempts, reason: "expired" }
      ]);
      assert.strictEqual((yield* readWebhook(5)).givenUp, 1);
      scripted.script.respond = () => Effect.succeed(responded(200));
      yield* sendMessageAgain(id);
      yield* run(scripted);
      assert.strictEqual(scripted.received.length, attempts + 1);
      assert.strictEqual((yield* readWebhook(5)).messages[0]?.state, "delivered");
    }).pipe(Effect.provide(services))
  );

  it.scoped("stops when the receiver is gone for good, until somebody sends a test", () =>
    Effect.gen(function* () {
      const scripted = scriptedReceiver();
      yield* withReceiver(scripted, settleWebhook);
      scripted.script.respond = () => Effect.succeed(responded(410));
      yield* append("admins", [added]);
      yield* run(scripted);
      yield* append("admins", [new AdminRemoved({ did: alice })]);
      yield* run(scripted);
      yield* pass("1 hour");
      yield* run(scripted, 10);
      assert.strictEqual(scripted.received.length, 1);
      const stopped = yield* readWebhook(5);
      assert.isNotNull(stopped.stoppedAt);
      assert.deepStrictEqual([stopped.pending, stopped.givenUp], [1, 1]);
      scripted.script.respond = () => Effect.succeed(responded(200));
      yield* sendTestMessage();
      yield* run(scripted);
      assert.deepStrictEqual(scripted.types().toSorted(), ["admin.added", "admin.removed", "webhook.test"]);
      assert.isNull((yield* readWebhook(5)).stoppedAt);
    }).pipe(Effect.provide(services))
  );

  it.scoped("sends a message again that was in flight when its process was killed, with the same id", () =>
    Effect.gen(function* () {
      const scripted = scriptedReceiver();
      const job = yield* started(scripted);
      scripted.script.respond = () => Effect.never;
      yield* append("admins", [added]);
      yield* TestClock.adjust("2 seconds");
      assert.strictEqual(scripted.received.length, 1);
      yield* Fiber.interrupt(job);
      scripted.script.respond = () => Effect.succeed(responded(200));
      yield* started(scripted);
      yield* TestClock.adjust("2 minutes");
      assert.strictEqual(scripted.received.length, 2);
      assert.strictEqual(scripted.received[0]?.id, scripted.received[1]?.id);
      assert.strictEqual(scripted.received[0]?.body, scripted.received[1]?.body);
    }).pipe(Effect.provide(services))
  );

  it.scoped("sends each message once, although several processes run, and one is restarted all the time", () =>
    Effect.gen(function* () {
      const scripted = scriptedReceiver();
      let first = yield* started(scripted);
      yield* started(scripted);
      for (const _ of Array.from({ length: 20 })) {
        yield* append("admins", [added]);
        yield* TestClock.adjust("1 second");
        yield* Fiber.interrupt(first);
        first = yield* started(scripted);
      }
      yield* TestClock.adjust("2 minutes");
      const ids = scripted.received.map(({ id }) => id);
      assert.strictEqual(ids.length, 20);
      assert.strictEqual(new Set(ids).size, 20);
    }).pipe(Effect.provide(services))
  );

  it.scoped("forgets what waits when there is no receiver, and starts anew with the next one", () =>
    Effect.gen(function* () {
      const scripted = scriptedReceiver();
      const job = yield* started(scripted);
      scripted.script.respond = () => Effect.succeed(responded(500));
      yield* append("admins", [added]);
      yield* TestClock.adjust("2 seconds");
      yield* Fiber.interrupt(job);
      yield* withReceiver(null, settleWebhook);
      yield* append("admins", [new AdminRemoved({ did: alice })]);
      scripted.script.respond = () => Effect.succeed(responded(200));
      yield* started(scripted);
      yield* TestClock.adjust("2 minutes");
      assert.deepStrictEqual(scripted.types(), ["admin.added"]);
      assert.deepStrictEqual(
        (yield* eventsOfWebhook).map(([, data]) => data),
        [{ host: "hooks.example.com" }, { host: null }, { host: "hooks.example.com" }]
      );
    }).pipe(Effect.provide(services))
  );

  it.scoped("refuses to send what it cannot", () =>
    Effect.gen(function* () {
      const refusal = <R>(work: Effect.Effect<unknown, { readonly reason: string }, R>) =>
        Effect.map(Effect.flip(work), ({ reason }) => reason);
      assert.strictEqual(yield* refusal(sendTestMessage()), "not-configured");
      assert.strictEqual(yield* refusal(sendMessageAgain("msg_1")), "not-configured");
      const scripted = scriptedReceiver();
      yield* started(scripted);
      assert.strictEqual(yield* refusal(sendMessageAgain("msg_1")), "unknown-message");
      const { id } = yield* sendTestMessage();
      yield* TestClock.adjust("2 seconds");
      assert.strictEqual(yield* refusal(sendMessageAgain(id)), "is-delivered");
    }).pipe(Effect.provide(services))
  );
});
