import * as Effect from "effect/Effect";
import * as Encoding from "effect/Encoding";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import { traced } from "../../domain/failure/traced.ts";
import { ExportCheck, type Trusted } from "../../domain/verification/ExportCheck.ts";
import { readEndLine } from "../../domain/verification/exportLine.ts";
import type { Fault } from "../../domain/verification/Fault.ts";
import type { VerifyReport } from "./VerifyReport.ts";

/** A filtered export has no root of its own, so that no older checkpoint can be compared with it. */
export interface FilteredExport {
  readonly _tag: "FilteredExport";
}

/** The result of the verification of an export. */
export interface ExportReport extends VerifyReport {
  readonly isPartial: boolean;
  /** The number of events with a proof, in a filtered export. */
  readonly proven: number;
}

/** Checks lines up to the first that does not hold. */
const checkLines = Effect.fnUntraced(function* <E>(
  lines: Stream.Stream<Uint8Array, E>,
  check: ExportCheck,
  progress: (checked: number) => Effect.Effect<void>
) {
  let fault: Fault | null = null;
  yield* lines.pipe(
    Stream.runForEachWhile((line) => {
      fault = check.add(line);
      return check.count() % 10_000 === 0
        ? Effect.as(progress(check.count()), fault === null)
        : Effect.succeed(fault === null);
    })
  );
  const found: Fault | null = fault;
  return found;
});

/**
 * Verifies an export offline: its lines, the end line, the signature of its checkpoint, the root of its events, and older
 * checkpoints. `lines` are read twice, each with its line feed.
 */
export const verifyExport = traced("verifyExport")(function* <E>(
  lines: Stream.Stream<Uint8Array, E>,
  trusted: Trusted,
  progress: (checked: number) => Effect.Effect<void>
) {
  const { count, last } = yield* Stream.runFold(
    lines,
    { count: 0, last: Option.none<Uint8Array>() },
    ({ count: before }, line) => ({ count: before + 1, last: Option.some(line) })
  );
  const end = Option.match(last, { onNone: () => null, onSome: readEndLine });
  if (end?.isPartial === true && trusted.older.length > 0)
    return yield* Effect.fail<FilteredExport>({ _tag: "FilteredExport" });
  const check = new ExportCheck(end, trusted);
  const events = Stream.take(lines, end === null ? count : count - 1);
  const firstBad = (yield* checkLines(events, check, progress)) ?? check.finish();
  const checkpoint = firstBad === null ? check.checkpoint() : null;
  return {
    checked: check.count(),
    size: checkpoint?.size ?? 0,
    rootHash: checkpoint === null ? null : Encoding.encodeBase64(checkpoint.rootHash),
    firstBad,
    isPartial: end?.isPartial ?? false,
    proven: check.proven()
  } satisfies ExportReport;
});
