import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { initialWatch, RefusalWatch } from "../../../domain/webhook/RefusalWatch.ts";
import type { NewWebhookMessage } from "../../../domain/webhook/WebhookMessage.ts";
import {
  type AttemptOutcome,
  type OutboxCounts,
  type WebhookAdvance,
  WebhookOutbox
} from "../../../domain/webhook/WebhookOutbox.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { decodeMessages, messageColumns, messageOf, resultColumns } from "./storedMessage.ts";

const unavailable = storeUnavailable("webhook-outbox");

const decodeProgress = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ position: Schema.Number, watch: RefusalWatch, stoppedAt: Schema.NullOr(Schema.Number) }))
);

const stateOf = ({ _tag }: AttemptOutcome) =>
  _tag === "Delivered" ? "delivered" : _tag === "GivenUp" ? "given-up" : "pending";

type Insert = (message: NewWebhookMessage, now: number) => Effect.Effect<unknown, SqlError>;

const takeStep = Effect.fnUntraced(function* (sql: SqlClient, step: WebhookAdvance, insert: Insert) {
  const { from, messages, now, to, watch } = step;
  const moved = yield* sql`
    update tidemark.webhook_progress set position = ${to}, watch = ${JSON.stringify(watch)}::text::jsonb
    where position = ${from} returning position`;
  if (moved.length === 0) return false;
  yield* Effect.forEach(messages, (message) => insert(message, now), { discard: true });
  return true;
});

const makeWebhookOutbox = Effect.map(SqlClient, (sql) => {
  const columns = sql.literal(messageColumns);

  const messages = <R>(rows: Effect.Effect<ReadonlyArray<unknown>, SqlError, R>) =>
    rows.pipe(
      Effect.flatMap(decodeMessages),
      Effect.mapBoth({ onFailure: unavailable, onSuccess: (read) => read.map(messageOf) })
    );

  /** A message that is stored already stays as it is. */
  const insert = ({ happenedAt, id, subject, topic }: NewWebhookMessage, now: number) =>
    sql`insert into tidemark.webhook_messages (id, topic, subject, happened_at, since, due_at)
      values (${id}, ${topic}, ${JSON.stringify(subject)}::text::jsonb, ${happenedAt}, ${now}, ${now})
      on conflict (id) do nothing`;

  return WebhookOutbox.of({
    progress: sql`select position, watch, stopped_at as "stoppedAt" from tidemark.webhook_progress`.pipe(
      Effect.flatMap(decodeProgress),
      Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => Option.fromNullable(row) })
    ),
    begin: (position) =>
      sql`insert into tidemark.webhook_progress (position, watch)
        values (${position}, ${JSON.stringify(initialWatch)}::text::jsonb)
        on conflict (only_row) do update
        set position = excluded.position, watch = excluded.watch, stopped_at = null`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      ),
    advance: (step) => takeStep(sql, step, insert).pipe(sql.withTransaction, Effect.mapError(unavailable)),
    enqueue: (message, now) => insert(message, now).pipe(Effect.asVoid, Effect.mapError(unavailable)),
    claim: (now, until) =>
      messages(sql`
        update tidemark.webhook_messages set attempts = attempts + 1, due_at = ${until}
        where id = (
          select id from tidemark.webhook_messages where state = 'pending' and due_at <= ${now}
          order by due_at, number limit 1 for update skip locked)
        returning ${columns}`).pipe(Effect.map(Arr.head)),
    settle: ({ attempts, id, since }, outcome, result, now) => {
      const { reason, status } = resultColumns(result);
      return sql`
        update tidemark.webhook_messages set state = ${stateOf(outcome)}, attempted_at = ${now}, status = ${status},
          reason = ${reason}, due_at = ${outcome._tag === "Again" ? outcome.dueAt : null}
        where id = ${id} and attempts = ${attempts} and since = ${since} and state = 'pending'
        returning id`.pipe(Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.length > 0 }));
    },
    setStopped: (at) =>
      sql`update tidemark.webhook_progress set stopped_at = ${at}`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    retry: (id, now) =>
      sql`update tidemark.webhook_messages set state = 'pending', attempts = 0, since = ${now}, due_at = ${now}
        where id = ${id} and state <> 'delivered' returning id`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.length > 0 })
      ),
    find: (id) =>
      messages(sql`select ${columns} from tidemark.webhook_messages where id = ${id}`).pipe(Effect.map(Arr.head)),
    latest: (limit) =>
      messages(sql`select ${columns} from tidemark.webhook_messages
        order by number desc limit ${limit}`),
    counts: sql<OutboxCounts>`
      select (count(*) filter (where state = 'pending'))::int as pending,
        (count(*) filter (where state = 'given-up'))::int as "givenUp",
        min(since) filter (where state = 'pending') as "oldestPendingAt"
      from tidemark.webhook_messages`.pipe(
      Effect.mapBoth({
        onFailure: unavailable,
        onSuccess: ([row]) => row ?? { pending: 0, givenUp: 0, oldestPendingAt: null }
      })
    ),
    forget: (before) =>
      sql`delete from tidemark.webhook_messages where state <> 'pending' and since < ${before}`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      ),
    dropPending: sql`delete from tidemark.webhook_messages where state = 'pending'`.pipe(
      Effect.asVoid,
      Effect.mapError(unavailable)
    )
  });
});

/** The outbox of the webhook in `tidemark.webhook_messages` and `tidemark.webhook_progress`. */
export const layer: Layer.Layer<WebhookOutbox, never, SqlClient> = Layer.effect(WebhookOutbox, makeWebhookOutbox);
