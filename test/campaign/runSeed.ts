import * as Effect from "effect/Effect";
import { faultText } from "../../src/domain/verification/Fault.ts";
import { type Campaign, edit, restore, verifyEdited } from "./Campaign.ts";
import { exportVerdicts, isAgreed } from "./exportVerdicts.ts";
import type { Expected } from "./Mutation.ts";

const isFound = (
  { from, parts, to }: Expected,
  found: Effect.Effect.Success<ReturnType<typeof verifyEdited>>["firstBad"]
) => found !== null && found.position >= from && found.position <= to && parts.includes(found.part);

/** What is done with an edited log besides its verification: it may be exported, for all verifiers to say the same. */
interface RunOptions {
  readonly isExported: boolean;
}

/** Runs one edit, verifies the log and brings it back. Returns what was wrong with the reports, or null. */
export const runSeed = Effect.fnUntraced(function* (seed: number, campaign: Campaign, { isExported }: RunOptions) {
  const { expected, name } = yield* edit(seed, campaign);
  const { firstBad } = yield* verifyEdited(campaign);
  const verdicts = isExported ? yield* exportVerdicts(campaign) : [];
  yield* restore;
  if (isExported && !isAgreed(verdicts)) return `seed ${seed}, ${name}: verdicts differ: ${JSON.stringify(verdicts)}`;
  if (isFound(expected, firstBad)) return null;
  const found = firstBad === null ? "nothing" : faultText(firstBad);
  return `seed ${seed}, ${name}: found ${found}, instead of ${expected.parts.join(" or ")} from ${expected.from} to ${expected.to}`;
});
