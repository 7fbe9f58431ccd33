import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import * as WebhookOutboxPostgres from "../../adapters/postgres/webhook/WebhookOutboxPostgres.ts";
import { type DoctorCheck, type Finding, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";
import { attemptSentence } from "../../application/webhook/attemptSentence.ts";
import { WebhookOutbox } from "../../domain/webhook/WebhookOutbox.ts";
import { databaseExists } from "../cli/databaseExists.ts";
import { withDatabase } from "../cli/schemaMigrations.ts";

/** Milliseconds for which a message may wait before it is a problem: several attempts have failed then. */
const longWait = 10 * 60_000;

const messages = (count: number): string => (count === 1 ? "1 message" : `${count} messages`);

const correct = "correct WEBHOOK_URL or the receiver, then send a test with tidemark webhook test";

const finding = (host: string) =>
  Effect.gen(function* () {
    const outbox = yield* WebhookOutbox;
    const stoppedAt = Option.match(yield* outbox.progress, { onNone: () => null, onSome: (found) => found.stoppedAt });
    if (stoppedAt !== null)
      return problem(`${host} responded that it is gone (HTTP 410), and nothing is sent`, correct);
    const { givenUp, oldestPendingAt, pending } = yield* outbox.counts;
    const result = (yield* outbox.latest(1))[0]?.result ?? null;
    const last = result === null ? "" : `; at the last attempt ${attemptSentence(result)}`;
    const now = yield* Clock.currentTimeMillis;
    if (oldestPendingAt !== null && now - oldestPendingAt > longWait)
      return problem(`${messages(pending)} to ${host} cannot be delivered${last}`, correct);
    return givenUp > 0
      ? problem(
          `${messages(givenUp)} to ${host} of the last 30 days were given up`,
          "send them again with tidemark webhook retry; tidemark webhook status lists them"
        )
      : ok(`messages are sent to ${host}${last}`);
  }).pipe(Effect.provide(WebhookOutboxPostgres.layer), Effect.option);

/** Checks whether the messages of the webhook reach their receiver, by what the service has stored about them. */
export const webhookCheck = ({ webhook }: Configuration): DoctorCheck => ({
  name: "webhook",
  title: "Webhook",
  run: Effect.gen(function* () {
    if (webhook === null) return skipped("WEBHOOK_URL is not set");
    const { host } = new URL(Redacted.value(webhook.url));
    const found = (yield* databaseExists) ? yield* withDatabase(finding(host)) : Option.none<Finding>();
    return Option.getOrElse(found, () => skipped("the database is not created or not migrated yet"));
  }).pipe(Effect.catchAll(() => Effect.succeed(skipped("the database cannot be reached"))))
});
