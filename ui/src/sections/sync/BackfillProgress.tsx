import { ProgressBar } from "react-aria-components/ProgressBar";
import { countOf } from "../../components/countOf.ts";
import { secondsInWords } from "../clients/secondsInWords.ts";
import type { Backfill } from "./Backfill.ts";

const countInWords = ({ failed, isListed, processed, repositories }: Backfill): string => {
  if (!isListed && repositories === 0) return "No repositories are listed yet";
  const failures = failed === 0 ? "" : `, ${countOf(failed)} failed`;
  const listed = isListed ? "" : " listed so far";
  return `${countOf(processed)} of ${countOf(repositories)} repositories${listed}${failures}`;
};

const rateInWords = ({ records, repositoriesPerSecond, secondsLeft }: Backfill): string => {
  const stored = `${countOf(records)} records stored`;
  const rate = repositoriesPerSecond > 0 ? ` · ${repositoriesPerSecond.toFixed(1)} repositories per second` : "";
  const left = secondsLeft === null || secondsLeft === 0 ? "" : ` · ${secondsInWords(secondsLeft)} left`;
  return `${stored}${rate}${left}`;
};

/** How far a backfill is, with its rate and the time left while it runs. */
export const BackfillProgress = ({ backfill }: { readonly backfill: Backfill }) => {
  const { isListed, processed, repositories, state } = backfill;
  const share = isListed && repositories > 0 ? (processed / repositories) * 100 : null;
  return (
    <div className="backfill-progress">
      <span>{countInWords(backfill)}</span>
      {state === "RUNNING" && (
        <ProgressBar
          aria-label={`Progress: ${countInWords(backfill)}`}
          {...(share === null ? { isIndeterminate: true } : { value: share })}
        >
          <div className="meter">
            <i className={share === null ? "moving" : ""} style={share === null ? {} : { width: `${share}%` }} />
          </div>
        </ProgressBar>
      )}
      <span className="small soft">{rateInWords(backfill)}</span>
    </div>
  );
};
