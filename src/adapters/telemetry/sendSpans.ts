import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { Agent, type Dispatcher, request } from "undici";
import type { TracingSettings } from "../../domain/tracing/TracingSettings.ts";
import { otlpJson } from "./otlpJson.ts";
import { otlpProtobuf } from "./otlpProtobuf.ts";
import type { SpanBatch } from "./SpanBatch.ts";

/** The collector did not take spans. */
export class SpansNotTaken extends Schema.TaggedError<SpansNotTaken>()("SpansNotTaken", {
  /** `away` can be tried again; `refused` would be refused again. */
  reason: Schema.Literal("away", "refused"),
  /** What happened, in words: a status or an error code. */
  detail: Schema.String,
  /** How many seconds the collector asks to wait; null if it does not say. */
  retryAfter: Schema.NullOr(Schema.Number)
}) {}

/** The statuses after which the same request can succeed (OTLP, Retryable Response Codes). */
const retryable: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const encodings = {
  "http/protobuf": { type: "application/x-protobuf", encode: (batch: SpanBatch) => otlpProtobuf(batch) },
  "http/json": { type: "application/json", encode: (batch: SpanBatch) => otlpJson(batch) }
} as const;

const timeLimitMs = 10_000;

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "no response";

const secondsIn = (header: string | ReadonlyArray<string> | undefined): number | null =>
  typeof header === "string" && /^\d{1,4}$/.test(header) ? Number(header) : null;

/** Sends spans to the collector. */
export type SendSpans = (batch: SpanBatch) => Effect.Effect<void, SpansNotTaken>;

const post = async (dispatcher: Dispatcher, settings: TracingSettings, batch: SpanBatch, interrupted: AbortSignal) => {
  const { encode, type } = encodings[settings.protocol];
  const { body, headers, statusCode } = await request(settings.url, {
    dispatcher,
    method: "POST",
    headers: { "user-agent": "tidemark", ...Redacted.value(settings.headers), "content-type": type },
    body: encode(batch),
    signal: AbortSignal.any([interrupted, AbortSignal.timeout(timeLimitMs)])
  });
  await body.dump();
  return { status: statusCode, retryAfter: secondsIn(headers["retry-after"]) };
};

interface Taken {
  readonly status: number;
  readonly retryAfter: number | null;
}

const checked = ({ retryAfter, status }: Taken): Effect.Effect<void, SpansNotTaken> =>
  status < 300
    ? Effect.void
    : new SpansNotTaken({ reason: retryable.has(status) ? "away" : "refused", detail: `status ${status}`, retryAfter });

/**
 * Returns what sends spans over connections of its own until the scope closes. The configuration names the collector, which
 * often is in the same network: the guard of addresses does not apply.
 */
export const makeSendSpans = (settings: TracingSettings) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Agent({ connections: 1, connect: { timeout: timeLimitMs } })),
      (agent) => Effect.promise(() => agent.destroy())
    ),
    (agent): SendSpans =>
      (batch) =>
        Effect.tryPromise({
          try: (interrupted) => post(agent, settings, batch, interrupted),
          catch: (error) => new SpansNotTaken({ reason: "away", detail: codeOf(error), retryAfter: null })
        }).pipe(Effect.flatMap(checked))
  );
