import type * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Fiber from "effect/Fiber";
import * as Option from "effect/Option";
import * as Tracer from "effect/Tracer";
import { errorTypeOf } from "../../../domain/tracing/errorTypeOf.ts";
import { inSpan } from "../../../domain/tracing/inSpan.ts";
import { currentSpan, type Span, type SpanStart } from "../../../domain/tracing/Span.ts";
import { statementName } from "./statementName.ts";

/** The attribute by which `@effect/sql` gives its tracer the text of a statement. */
const queryText = "db.query.text";

const start: SpanStart = { kind: "statement", name: "statement" };

/** Sets what OpenTelemetry defines for a statement, without its text. */
const describe = (span: Span, operation: string, table: string | null): void => {
  const summary = table === null ? operation : `${operation} ${table}`;
  span.rename(summary);
  span.set("db.system.name", "postgresql");
  span.set("db.operation.name", operation);
  span.set("db.query.summary", summary);
};

const describeText = (span: Span, text: string): void => {
  const { operation, table } = statementName(text);
  describe(span, operation, table);
};

/** Measures a read of `RowReader`: waiting for others, for a permit and for a connection are part of it. */
export const inReadSpan = (text: string): (<A, E, R>(read: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) =>
  inSpan(start, (span) => describeText(span, text));

/** Measures how long a unit of work waits for the commit that it shares with others. */
export const inCommitSpan: <A, E, R>(commit: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = inSpan(start, (span) =>
  describe(span, "COMMIT", null)
);

const noIds = { traceId: "0".repeat(32), spanId: "0".repeat(16) };

/** The span of a statement, as Effect sees it. Null where nothing is recorded. */
class StatementSpan implements Tracer.Span {
  readonly _tag = "Span";
  readonly name: string;
  readonly parent: Option.Option<Tracer.AnySpan>;
  readonly context: Context.Context<never>;
  readonly kind: Tracer.SpanKind;
  readonly attributes = new Map<string, unknown>();
  readonly links: ReadonlyArray<Tracer.SpanLink> = [];
  readonly status: Tracer.SpanStatus;
  readonly spanId: string;
  readonly traceId: string;
  readonly sampled: boolean;
  readonly #span: Span | null;

  constructor(
    span: Span | null,
    name: string,
    parent: Option.Option<Tracer.AnySpan>,
    context: Context.Context<never>,
    startTime: bigint,
    kind: Tracer.SpanKind
  ) {
    const { spanId, traceId } = span?.ids ?? noIds;
    this.#span = span;
    this.name = name;
    this.parent = parent;
    this.context = context;
    this.kind = kind;
    this.status = { _tag: "Started", startTime };
    this.spanId = spanId;
    this.traceId = traceId;
    this.sampled = span !== null;
  }

  end(_endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    this.#span?.end(Exit.isFailure(exit) ? errorTypeOf(exit.cause) : null);
  }

  /** Takes the name from the text of the statement, and nothing else. */
  attribute(key: string, value: unknown): void {
    if (this.#span !== null && key === queryText && typeof value === "string") describeText(this.#span, value);
  }

  event(): void {
    // Effect records the commit of a transaction as an event: its span ends then.
  }

  addLinks(): void {
    // There are none.
  }
}

/** The spans of `@effect/sql`, which are all that the libraries of this process make. */
const names: Readonly<Record<string, string>> = { "sql.execute": "statement", "sql.transaction": "transaction" };

const spanOfFiber = (name: string): Span | null => {
  const own = names[name];
  if (own === undefined) return null;
  const parent = Option.flatMapNullable(Fiber.getCurrentFiber(), (fiber) => fiber.getFiberRef(currentSpan));
  const span = Option.getOrNull(parent)?.begin({ kind: "statement", name: own }) ?? null;
  span?.set("db.system.name", "postgresql");
  return span;
};

/** A tracer of Effect that records the statements and transactions of `@effect/sql` below the span of the fiber. */
export const statementTracer: Tracer.Tracer = Tracer.make({
  span: (name, parent, context, _links, startTime, kind) =>
    new StatementSpan(spanOfFiber(name), name, parent, context, startTime, kind),
  context: (run) => run()
});
