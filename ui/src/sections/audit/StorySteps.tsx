import { inUnits } from "../../../../src/domain/time/inUnits.ts";
import type { StoryPartsFragment } from "../../api/documents.ts";
import { countOf } from "../../components/countOf.ts";
import { AppLink } from "../../router/AppLink.tsx";
import { Sentence } from "./Sentence.tsx";

type Step = StoryPartsFragment["steps"][number];

interface StoryStepsProps {
  readonly id: string;
  readonly steps: ReadonlyArray<Step>;
  /** How many steps there are: of a long story, only its first and last ones are shown. */
  readonly count: number;
}

const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

/** The steps of a story, oldest first, each with the time since the first. */
export const StorySteps = ({ count, id, steps }: StoryStepsProps) => {
  const begin = Date.parse(steps[0]?.occurredAt ?? "");
  const authorizationId = steps.find((step) => step.authorizationId !== null)?.authorizationId ?? null;
  return (
    <div id={id} className="story-steps">
      <ol>
        {steps.map(({ explanation, occurredAt, outcome, parts, position, type }) => {
          const at = Date.parse(occurredAt);
          return (
            <li key={position} className={outcome === "FAILURE" ? "failed" : ""}>
              <time dateTime={occurredAt} title={exact.format(at)}>
                +{inUnits(Math.max(0, at - begin))}
              </time>
              <span>
                <Sentence parts={parts} />
                {explanation !== null && <small>{explanation}</small>}
              </span>
              <AppLink to={`/audit/events/${position}`} title={type} aria-label={`Event ${position}, ${type}`}>
                #{position}
              </AppLink>
            </li>
          );
        })}
      </ol>
      {count > steps.length && (
        <p className="soft small">
          The first and the last of {countOf(count)} steps are shown. The view by events has all of them.
        </p>
      )}
      {authorizationId !== null && (
        <AppLink className="small" to={`/audit/authorizations/${encodeURIComponent(authorizationId)}`}>
          Everything about this authorization
        </AppLink>
      )}
    </div>
  );
};
