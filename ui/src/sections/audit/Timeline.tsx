import { inUnits } from "../../../../src/domain/time/inUnits.ts";
import { AppLink } from "../../router/AppLink.tsx";
import type { AuditEvent } from "./AuditEvent.ts";
import { ProofLink } from "./ProofLink.tsx";
import { Sentence } from "./Sentence.tsx";
import { useSealedSize } from "./useSealedSize.ts";

const time = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

/** The time since the previous step. */
const after = (milliseconds: number): string => `+${inUnits(Math.max(0, milliseconds))}`;

/** Steps in chronological order along a line, each with its sentence and explanation. */
export const Timeline = ({ steps }: { readonly steps: ReadonlyArray<AuditEvent> }) => {
  const sealed = useSealedSize(Math.max(0, ...steps.map(({ position }) => position)));
  return (
    <ol className="timeline">
      {steps.map((step, index) => {
        const previous = steps[index - 1];
        return (
          <li key={step.position} className={step.outcome === "FAILURE" ? "failed" : ""}>
            <div className="timeline-time">
              <time dateTime={step.occurredAt}>{time.format(Date.parse(step.occurredAt))}</time>
              {previous !== undefined && (
                <span className="soft">{after(Date.parse(step.occurredAt) - Date.parse(previous.occurredAt))}</span>
              )}
            </div>
            <div className="timeline-text">
              <strong>
                <Sentence parts={step.parts} />
              </strong>
              {step.explanation !== null && <p>{step.explanation}</p>}
              <p className="small">
                <AppLink to={`/audit/events/${step.position}`}>
                  Event {step.position}, <code>{step.type}</code>
                </AppLink>{" "}
                <ProofLink position={step.position} sealed={sealed} />
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
};
