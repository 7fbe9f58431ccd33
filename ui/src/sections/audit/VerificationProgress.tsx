import { countOf } from "../../components/countOf.ts";
import type { VerificationState } from "./useLogVerification.ts";

interface VerificationProgressProps {
  readonly running: Extract<VerificationState, { _tag: "Running" }>;
  /** The number of events in the latest checkpoint. */
  readonly total: number;
}

/** How far a verification is, and how fast. */
export const VerificationProgress = ({ running: { checked, now, startedAt }, total }: VerificationProgressProps) => {
  const seconds = (now - startedAt) / 1000;
  const rate = seconds > 0 ? Math.round(checked / seconds) : 0;
  const of = total > checked ? ` of ${countOf(total)}` : "";
  return (
    <div className="stack-small">
      <progress max={Math.max(total, checked, 1)} value={checked} aria-label="Events checked" />
      <p className="soft">
        {countOf(checked)}
        {of} events checked{rate > 0 && `, ${countOf(rate)} a second`}
      </p>
      <span className="visually-hidden" role="status">
        Verifying the log
      </span>
    </div>
  );
};
