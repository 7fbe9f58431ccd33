import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { HealthCounters } from "../../application/health/HealthCounters.ts";
import { type CallFailureReason, failureOfStatus } from "../../domain/health/ServerCalls.ts";
import { OutboundDownloads } from "../../domain/outbound/OutboundDownloads.ts";
import { type OutboundFailure, OutboundHttp } from "../../domain/outbound/OutboundHttp.ts";

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);

const count = Effect.fnUntraced(function* (url: string, failure: CallFailureReason | null) {
  const host = hostOf(url);
  if (host === null) return;
  (yield* HealthCounters).countCall(host, failure, yield* Clock.currentTimeMillis);
});

/** Counts a call by its host, as failed if there is no usable response or its status is a failure of the server. */
const counted = <A extends { readonly status: number }, R>(
  url: string,
  call: Effect.Effect<A, OutboundFailure, R>
): Effect.Effect<A, OutboundFailure, R> =>
  call.pipe(
    Effect.tapBoth({
      onFailure: ({ reason }) => count(url, reason),
      onSuccess: ({ status }) => count(url, failureOfStatus(status))
    })
  );

/** Requests to PDSes and authorization servers, which are counted by host. */
export const countRequests: Layer.Layer<OutboundHttp, never, OutboundHttp> = Layer.effect(
  OutboundHttp,
  Effect.map(OutboundHttp, ({ send }) => OutboundHttp.of({ send: (request) => counted(request.url, send(request)) }))
);

/** Downloads from PDSes, which are counted by host. */
export const countDownloads: Layer.Layer<OutboundDownloads, never, OutboundDownloads> = Layer.effect(
  OutboundDownloads,
  Effect.map(OutboundDownloads, ({ open }) =>
    OutboundDownloads.of({ open: (request) => counted(request.url, open(request)) })
  )
);
