import { inUnits } from "../../../../src/domain/time/inUnits.ts";
import type { StoryPartsFragment } from "../../api/documents.ts";
import { AppLink } from "../../router/AppLink.tsx";
import { Sentence } from "./Sentence.tsx";

type Step = StoryPartsFragment["steps"][number];

const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

/** The steps of a story, oldest first, each with the time since the first. */
export const StorySteps = ({ id, steps }: { readonly id: string; readonly steps: ReadonlyArray<Step> }) => {
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
      {authorizationId !== null && (
        <AppLink className="small" to={`/audit/authorizations/${encodeURIComponent(authorizationId)}`}>
          Everything about this authorization
        </AppLink>
      )}
    </div>
  );
};
