import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { OutboundHttp, type OutboundResponse } from "../../domain/outbound/OutboundHttp.ts";
import { parseSizeText } from "../../domain/transparency/addCheckpoint.ts";
import { WitnessRequests, type WitnessResponse } from "../../domain/transparency/publishing/WitnessRequests.ts";

const unexpected: WitnessResponse = { _tag: "NoResponse", reason: "unexpected-response" };

const stated = ({ body, headers }: OutboundResponse): WitnessResponse => {
  const size = /^text\/x\.tlog\.size\s*(?:;|$)/i.test(headers["content-type"] ?? "") ? parseSizeText(body) : null;
  return size === null ? unexpected : { _tag: "OtherSize", size };
};

/** The statuses of C2SP tlog-witness. Any other comes from something in front of the witness. */
const responseOf = (response: OutboundResponse): WitnessResponse => {
  switch (response.status) {
    case 200:
      return { _tag: "Cosignatures", lines: response.body };
    case 400:
      return { _tag: "Refused", reason: "malformed-request" };
    case 403:
      return { _tag: "Refused", reason: "unknown-key" };
    case 404:
      return { _tag: "Refused", reason: "unknown-log" };
    case 409:
      return stated(response);
    case 422:
      return { _tag: "NotConsistent" };
    default:
      return unexpected;
  }
};

/** Asks witnesses over HTTP (C2SP tlog-witness). */
export const layer: Layer.Layer<WitnessRequests, never, OutboundHttp> = Layer.effect(
  WitnessRequests,
  Effect.map(OutboundHttp, ({ send }) => ({
    addCheckpoint: (address, body) =>
      send({
        method: "POST",
        url: `${address}/add-checkpoint`,
        headers: { "content-type": "text/plain; charset=utf-8" },
        body
      }).pipe(
        Effect.map(responseOf),
        Effect.catchAll(({ reason }) => Effect.succeed<WitnessResponse>({ _tag: "NoResponse", reason }))
      )
  }))
);
