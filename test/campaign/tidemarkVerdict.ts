import { readFileSync } from "node:fs";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Stream from "effect/Stream";
import { verifyExport } from "../../src/application/verify/verifyExport.ts";
import { parseVerifierKey } from "../../src/domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../src/domain/transparency/verifyEd25519.ts";
import { faultText } from "../../src/domain/verification/Fault.ts";
import { readSignedCheckpoint } from "../../src/domain/verification/readSignedCheckpoint.ts";
import type { Verdict } from "../tools/verifyLog/verifiers.ts";

/** Says about an export what `tidemark audit verify FILE` says. */
export const tidemarkVerdict = Effect.fnUntraced(function* (file: string, key: string, kept: string) {
  const keys = [Either.getOrThrow(parseVerifierKey(key))];
  const older = [Either.getOrThrow(readSignedCheckpoint(kept, keys, verifyEd25519))];
  const lines = readFileSync(file, "utf8")
    .split(/(?<=\n)/)
    .map((line) => Buffer.from(line));
  const trusted = { keys, older, verify: verifyEd25519 };
  const { firstBad } = yield* verifyExport(Stream.fromIterable(lines), trusted, () => Effect.void);
  return { code: firstBad === null ? 0 : 1, line: firstBad === null ? "holds" : faultText(firstBad) } satisfies Verdict;
});
