import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { OutboundHttp } from "../../src/domain/outbound/OutboundHttp.ts";

/** Milliseconds that a test waits for a server which never answers in time. */
const shortTimeouts = { headersWithin: 1_000, completeWithin: 1_500 };

/** Milliseconds for all other servers, which a busy machine makes slow, too. */
export const longTimeouts = { headersWithin: 30_000, completeWithin: 40_000 };

/** The way out as it is, but that soon gives up where a test makes a server late. */
export const withShortTimeouts = (isLate: (url: string) => boolean): Layer.Layer<OutboundHttp, never, OutboundHttp> =>
  Layer.effect(
    OutboundHttp,
    Effect.map(OutboundHttp, ({ send }) =>
      OutboundHttp.of({ send: (request) => send(isLate(request.url) ? { ...request, ...shortTimeouts } : request) })
    )
  );
