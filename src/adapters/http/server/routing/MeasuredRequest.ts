import type { ServerResponse } from "node:http";
import type { ProcessCounters } from "../../../../application/health/HealthCounters.ts";
import type { RequestKind } from "../../../../domain/health/RequestKind.ts";
import { outcomeOf, type RequestOutcome } from "../../../../domain/health/RequestOutcome.ts";
import type { Span } from "../../../../domain/tracing/Span.ts";
import type { HttpResponse } from "../response/HttpResponse.ts";

/** A request that is counted, and whose span ends, when its response has been sent, or its connection is closed. */
export class MeasuredRequest {
  readonly #begun = performance.now();
  #kind: RequestKind;
  #responded = 0;
  #outcome: RequestOutcome = "aborted";
  #status: number | null = null;
  readonly span: Span | null;

  /** Without a span, the request is only counted. */
  constructor(kind: RequestKind, span: Span | null) {
    this.#kind = kind;
    this.span = span;
  }

  /** Records that the response begins now. */
  respond({ counted, status }: HttpResponse): void {
    this.#responded = performance.now();
    this.#status = status;
    this.#outcome = counted?.failed === true ? "failed" : outcomeOf(status);
    if (counted?.kind !== undefined) this.#kind = counted.kind;
  }

  /** Counts the request. A subscription ends when its client leaves, so that this does not count as aborted. */
  end(counters: ProcessCounters, { writableFinished }: ServerResponse): void {
    const isComplete = writableFinished || this.#outcome === "failed" || this.#kind === "graphql-subscription";
    const outcome = isComplete ? this.#outcome : "aborted";
    counters.countRequest(this.#kind, outcome, this.#responded - this.#begun, Date.now());
    if (this.span !== null) this.#endSpan(this.span, outcome);
  }

  #endSpan(span: Span, outcome: RequestOutcome): void {
    span.set("tidemark.request.kind", this.#kind);
    span.set("tidemark.request.outcome", outcome);
    if (this.#status !== null) span.set("http.response.status_code", this.#status);
    const failed = this.#status !== null && this.#status >= 500 ? String(this.#status) : outcome;
    span.end(outcome === "failed" ? failed : null);
  }
}
