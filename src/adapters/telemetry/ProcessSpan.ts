import type { Span, SpanAttribute, SpanIds, SpanStart } from "../../domain/tracing/Span.ts";
import { LiveTrace, type RecordSpan } from "./LiveTrace.ts";
import { randomId } from "./randomIds.ts";
import type { Sampler } from "./sampler.ts";
import { parseTraceparent } from "./traceparent.ts";

/** A span of a trace that is recorded. */
class LiveSpan implements Span {
  readonly ids: SpanIds;
  readonly process: Span;
  readonly #trace: LiveTrace;
  readonly #kind: SpanStart["kind"];
  readonly #parentSpanId: string | null;
  readonly #start: bigint;
  readonly #attributes = new Map<string, SpanAttribute>();
  #name: string;
  #hasEnded = false;

  constructor(process: Span, trace: LiveTrace, { kind, name }: SpanStart, parentSpanId: string | null) {
    this.process = process;
    this.#trace = trace;
    this.#kind = kind;
    this.#name = name;
    this.#parentSpanId = parentSpanId;
    this.#start = trace.now();
    this.ids = { traceId: trace.id, spanId: randomId(8) };
  }

  begin(start: SpanStart): Span {
    return new LiveSpan(this.process, this.#trace, start, this.ids.spanId);
  }

  rename(name: string): void {
    this.#name = name;
  }

  set(attribute: string, value: SpanAttribute): void {
    this.#attributes.set(attribute, value);
  }

  end(errorType: string | null): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (errorType !== null && !this.#attributes.has("error.type")) this.#attributes.set("error.type", errorType);
    this.#trace.add({
      ...this.ids,
      parentSpanId: this.#parentSpanId,
      kind: this.#kind,
      name: this.#name,
      start: this.#start,
      end: this.#trace.now(),
      attributes: [...this.#attributes],
      failed: this.#attributes.has("error.type")
    });
  }
}

/** A span that is not recorded: the process, and the work of a trace that the sampler leaves out. */
abstract class Unrecorded implements Span {
  readonly ids = null;
  abstract readonly process: Span;
  abstract begin(start: SpanStart): Span | null;

  rename(): void {}

  set(): void {}

  end(): void {}
}

/** The work of a trace that the sampler leaves out, with all that is below it. */
class LeftOut extends Unrecorded {
  readonly process: Span;

  constructor(process: Span) {
    super();
    this.process = process;
  }

  begin(): null {
    return null;
  }
}

/**
 * The span of the process, below which every trace begins. Statements that no request and no use case runs have no trace: these
 * are the polls of background jobs.
 */
export class ProcessSpan extends Unrecorded {
  readonly process = this;
  readonly #sampler: Sampler;
  readonly #record: RecordSpan;
  readonly #leftOut = new LeftOut(this);

  constructor(sampler: Sampler, record: RecordSpan) {
    super();
    this.#sampler = sampler;
    this.#record = record;
  }

  begin(start: SpanStart): Span | null {
    if (start.kind === "statement") return null;
    const parent = parseTraceparent(start.traceparent);
    const traceId = parent?.traceId ?? randomId(16);
    if (!this.#sampler(traceId, parent)) return this.#leftOut;
    const trace = new LiveTrace(traceId, this.#record, start.kind !== "use-case");
    return new LiveSpan(this, trace, start, parent?.spanId ?? null);
  }
}
