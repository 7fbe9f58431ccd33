import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { TxtLookupFailed, TxtRecords } from "../../../src/adapters/identity/TxtRecords.ts";
import { OutboundFailure, OutboundHttp, type OutboundRequest } from "../../../src/domain/outbound/OutboundHttp.ts";

/** What a URL answers: a body with status 200, another status, or no answer. */
export type Answer = string | number | OutboundFailure["reason"] | Effect.Effect<string>;

/** What the names and servers of a test say, and what they were asked. */
export interface ScriptedNetwork {
  readonly txt?: Readonly<Record<string, ReadonlyArray<string> | "fails">>;
  readonly answers: Record<string, Answer>;
  readonly asked?: Array<string>;
}

const reasons: ReadonlySet<string> = new Set(["address-refused", "unreachable", "timeout", "too-large"]);
const isReason = (answer: string): answer is OutboundFailure["reason"] => reasons.has(answer);

const respond = (url: string, answer: Answer | undefined) => {
  const host = new URL(url).host;
  if (answer === undefined) return new OutboundFailure({ reason: "unreachable", host });
  if (typeof answer === "number") return Effect.succeed({ status: answer, headers: {}, body: "" });
  if (typeof answer !== "string") return Effect.map(answer, (body) => ({ status: 200, headers: {}, body }));
  if (isReason(answer)) return new OutboundFailure({ reason: answer, host });
  return Effect.succeed({ status: 200, headers: {}, body: answer });
};

/** The two ways out of the resolver, answered from a script. */
export const scripted = ({ answers, asked, txt }: ScriptedNetwork): Layer.Layer<OutboundHttp | TxtRecords> =>
  Layer.merge(
    Layer.succeed(OutboundHttp, {
      send: ({ url }: OutboundRequest) =>
        Effect.suspend(() => {
          asked?.push(url);
          return respond(url, answers[url]);
        })
    }),
    Layer.succeed(TxtRecords, {
      lookup: (name) => {
        const records = txt?.[name] ?? [];
        return records === "fails" ? new TxtLookupFailed() : Effect.succeed(records);
      }
    })
  );
