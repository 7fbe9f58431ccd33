import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import { verifyEd25519 } from "../../../domain/transparency/verifyEd25519.ts";
import { checkProof } from "../../../domain/verification/checkProof.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { printReport, type Report } from "../report/present.ts";
import { describeFault } from "./describeVerification.ts";
import { readKeys, readText } from "./readTrusted.ts";
import { eventLine, proofFile, trustedKey } from "./verifyParameters.ts";

const noLeaf = "--event is missing: the proof has no leaf hash, so give the line of the event in an export";

const check = (given: Given): Effect.Effect<Report, ReturnType<typeof badUsage>> =>
  Effect.gen(function* () {
    const keys = yield* readKeys(given(trustedKey));
    const typed = given(eventLine);
    const line = typed === null || typed.startsWith("{") ? typed : yield* readText(typed);
    const checked = checkProof(yield* readText(given(proofFile)), line, keys, verifyEd25519);
    if (Either.isRight(checked)) {
      const { position, rootHash, size } = checked.right;
      const what = line === null ? "A leaf with this hash" : "This event";
      return describeFault(
        null,
        size,
        Encoding.encodeBase64(rootHash),
        `${what} is in the log at position ${position}`
      );
    }
    return "_tag" in checked.left ? yield* badUsage(noLeaf) : describeFault(checked.left, 0, "", "");
  });

export const checkAudit: Run = (given) => Effect.flatMap(check(given), (report) => printReport(given, report));
