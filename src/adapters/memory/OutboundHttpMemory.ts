import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import {
  OutboundFailure,
  OutboundFailureReason,
  OutboundHttp,
  type OutboundResponse
} from "../../domain/outbound/OutboundHttp.ts";

/** The in-memory web: the documents published at each URL, and how often each was requested. */
export class WebMemory extends Context.Tag("adapters/memory/WebMemory")<
  WebMemory,
  {
    /** Publishes a text as JSON, or a given response. */
    readonly publish: (url: string, answer: string | OutboundResponse | OutboundFailureReason) => Effect.Effect<void>;
    readonly asked: (url: string) => Effect.Effect<number>;
  }
>() {}

const isFailure = Schema.is(OutboundFailureReason);

const asJson = (body: string): OutboundResponse => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body
});

/** Implements `OutboundHttp` for the in-memory web, for tests and for apps that embed the service. Other URLs are unreachable. */
export const layer: Layer.Layer<OutboundHttp | WebMemory> = Layer.effectContext(
  Effect.sync(() => {
    const answers = new Map<string, OutboundResponse | OutboundFailureReason>();
    const counts = new Map<string, number>();
    const http = OutboundHttp.of({
      send: ({ maxBytes = 65_536, url }) =>
        Effect.suspend(() => {
          counts.set(url, (counts.get(url) ?? 0) + 1);
          const answer = answers.get(url) ?? "unreachable";
          const fail = (reason: OutboundFailureReason) =>
            Effect.fail(new OutboundFailure({ reason, host: URL.canParse(url) ? new URL(url).host : "" }));
          if (typeof answer === "string") return fail(answer);
          if (answer.status >= 300 && answer.status < 400) return fail("redirect-refused");
          return Buffer.byteLength(answer.body) > maxBytes ? fail("too-large") : Effect.succeed(answer);
        })
    });
    const web = WebMemory.of({
      publish: (url, answer) =>
        Effect.sync(() => {
          answers.set(url, typeof answer === "string" && !isFailure(answer) ? asJson(answer) : answer);
        }),
      asked: (url) => Effect.sync(() => counts.get(url) ?? 0)
    });
    return Context.make(OutboundHttp, http).pipe(Context.add(WebMemory, web));
  })
);
