import { useEffect, useRef, useState } from "react";
import { ReportLogVerificationDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { type RememberedCheckpoint, readRemembered, remember } from "../../verifier/rememberedCheckpoint.ts";
import { startVerifier } from "../../verifier/startVerifier.ts";
import type { KeptCheckpoint, VerificationOutcome } from "../../verifier/Verification.ts";
import { partNames } from "./partNames.ts";

/** A verification in this browser. Times are in Unix milliseconds. */
export type VerificationState =
  | { readonly _tag: "Idle" }
  | { readonly _tag: "Running"; readonly startedAt: number; readonly checked: number; readonly now: number }
  | { readonly _tag: "Cancelled"; readonly checked: number }
  | { readonly _tag: "Interrupted"; readonly reason: string }
  | {
      readonly _tag: "Finished";
      readonly outcome: VerificationOutcome;
      readonly seconds: number;
      /** What this browser remembered before. */
      readonly before: RememberedCheckpoint | null;
    };

const keptOf = (remembered: RememberedCheckpoint | null, pasted: string): ReadonlyArray<KeptCheckpoint> => [
  ...(remembered === null ? [] : [{ note: remembered.note, keys: [remembered.key], from: "last-visit" } as const]),
  ...(pasted.trim() === "" ? [] : [{ note: pasted, keys: [], from: "pasted" } as const])
];

const resultOf = ({ checked, checkpoint, compared, fault }: VerificationOutcome) => ({
  checked,
  size: checkpoint?.size ?? 0,
  rootHash: checkpoint?.rootHash ?? null,
  // The published checkpoint is of this moment, so nobody else can compare the log with it later.
  compared: compared.flatMap(({ from, rootHash, size }) => (from === "published" ? [] : [{ size, rootHash }])),
  fault: fault === null ? null : { ...fault, part: partNames[fault.part] }
});

/** Verifies the log in this browser, remembers the checkpoint if it holds, and reports the result to the service. */
export const useLogVerification = () => {
  const [state, setState] = useState<VerificationState>({ _tag: "Idle" });
  const end = useRef<() => void>(() => {});
  const report = useAdminMutation(ReportLogVerificationDocument);
  useEffect(() => () => end.current(), []);

  const start = (pasted: string): void => {
    const startedAt = Date.now();
    const before = readRemembered();
    report.reset();
    setState({ _tag: "Running", startedAt, checked: 0, now: startedAt });
    const finish = (outcome: VerificationOutcome): void => {
      if (outcome.checkpoint !== null) remember(outcome.checkpoint, before);
      setState({ _tag: "Finished", outcome, seconds: (Date.now() - startedAt) / 1000, before });
      // A log that was replaced by another one is a matter between this browser and the service.
      if (!outcome.isOtherLog) report.mutate({ result: resultOf(outcome) });
    };
    end.current = startVerifier({ kept: keptOf(before, pasted) }, (message) => {
      if (message._tag === "Progress")
        setState({ _tag: "Running", startedAt, checked: message.checked, now: Date.now() });
      else if (message._tag === "Interrupted") setState(message);
      else finish(message.outcome);
    });
  };

  const cancel = (): void => {
    end.current();
    setState((before) => ({ _tag: "Cancelled", checked: before._tag === "Running" ? before.checked : 0 }));
  };

  return { state, start, cancel, reportError: report.error };
};
