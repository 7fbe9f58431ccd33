import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { type AnchorReport, checkAnchor } from "../../../application/transparency/publishing/checkAnchor.ts";
import type { Given, Run } from "../command/Command.ts";
import { failure, unavailable } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { anchorFile, anchorKey } from "./witnessParameters.ts";

async function* linesOf(path: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    yield line;
  }
}

const readLines = (path: string) =>
  Stream.suspend(() =>
    Stream.fromAsyncIterable(linesOf(path), (cause) =>
      unavailable(`${path} cannot be read: ${cause instanceof Error ? cause.message : "unknown error"}`, cause)
    )
  );

const describe = ({ checked, firstBad, isCutOff, size }: AnchorReport, path: string): Report => ({
  text:
    firstBad === null
      ? `holds: the log has all ${checked} checkpoints of ${path}, up to ${size} events, and continues them${isCutOff ? "\nThe last line of the file is cut off, and was not compared" : ""}`
      : `position ${firstBad.position}: ${firstBad.part}: ${firstBad.reason}`,
  json: { ok: firstBad === null, checked, size, firstBad, isCutOff },
  isFailure: firstBad !== null
});

const report = (given: Given) =>
  Effect.gen(function* () {
    const path = given(anchorFile);
    const checking = checkAnchor(readLines(path), given(anchorKey).flat());
    const done = yield* Effect.mapError(checking, (error) => {
      if (error._tag === "CommandFailed") return error;
      return error._tag === "TilesMissing" ? failure("tiles_missing", error.message) : explainFailure(error);
    });
    if (done.checked === 0 && done.firstBad === null)
      return yield* failure("no_checkpoints", `${path} has no checkpoint: name a file of AUDIT_ANCHORS`);
    return describe(done, path);
  });

/** Compares an anchor file with the log. */
export const checkAnchorFile: Run = (given) => present(given, report(given));
