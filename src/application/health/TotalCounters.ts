import { type RequestKind, requestKinds } from "../../domain/health/RequestKind.ts";
import type { RequestOutcome } from "../../domain/health/RequestOutcome.ts";
import { CallFailureReason } from "../../domain/health/ServerCalls.ts";
import { RequestCounters } from "./RequestCounters.ts";

/** How a call to another server ended. */
export type CallResult = "ok" | CallFailureReason;

/** What became of spans: sent to the collector, dropped because too many waited for it, or refused by it. */
export const spanResults = ["exported", "dropped", "refused"] as const;
export type SpanResult = (typeof spanResults)[number];

/** Counts requests, calls to other servers and spans since the process started. It never forgets, and does not know hosts. */
export class TotalCounters {
  readonly #requests = new Map(requestKinds.map((kind) => [kind, new RequestCounters()]));
  readonly #calls = new Map<CallResult, number>();
  readonly #spans = new Map<SpanResult, number>();

  /** Counts a request that ended after so many milliseconds. */
  countRequest(kind: RequestKind, outcome: RequestOutcome, milliseconds: number): void {
    this.#requests.get(kind)?.count(outcome, milliseconds);
  }

  /** Counts a call that succeeded (null) or failed. */
  countCall(failure: CallFailureReason | null): void {
    const result = failure ?? "ok";
    this.#calls.set(result, (this.#calls.get(result) ?? 0) + 1);
  }

  /** Counts spans that were exported or lost. */
  countSpans(result: SpanResult, spans: number): void {
    this.#spans.set(result, (this.#spans.get(result) ?? 0) + spans);
  }

  /** The number of spans by result. */
  get spans(): ReadonlyArray<readonly [result: SpanResult, spans: number]> {
    return spanResults.map((result) => [result, this.#spans.get(result) ?? 0]);
  }

  /** The counters of all kinds of requests. */
  get kinds(): ReadonlyMap<RequestKind, RequestCounters> {
    return this.#requests;
  }

  /** The number of calls by result, also of results that did not occur. */
  get calls(): ReadonlyArray<readonly [result: CallResult, calls: number]> {
    return (["ok", ...CallFailureReason.literals] as const).map((result) => [result, this.#calls.get(result) ?? 0]);
  }
}
