import * as Effect from "effect/Effect";
import { type Finding, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";
import { freeSpace } from "./freeSpace.ts";
import { isWritable } from "./isWritable.ts";

const gibibyte = 1_073_741_824;

const freeText = (bytes: number): string => `${(bytes / gibibyte).toFixed(1)} GiB free`;

/** Checks that the disk of a folder has at least `minBytes` free. */
export const freeSpaceFinding = (path: string, minBytes: number, remedy: string): Effect.Effect<Finding> =>
  Effect.map(freeSpace(path), (free) => {
    if (free === null) return skipped(`the free space at ${path} is unknown`);
    return free < minBytes ? problem(`${freeText(free)} at ${path}`, remedy) : ok(`${freeText(free)} at ${path}`);
  });

/** Checks that this user may write to a folder; `then` checks it further. */
export const writableFinding = (path: string, remedy: string, then: Effect.Effect<Finding>): Effect.Effect<Finding> =>
  Effect.if(isWritable(path), {
    onTrue: () => then,
    onFalse: () => Effect.succeed(problem(`${path} cannot be written to`, remedy))
  });
