import { AppLink } from "../../router/AppLink.tsx";
import type { AuditEvent } from "./AuditEvent.ts";
import { EventSentence } from "./EventSentence.tsx";
import { ProofLink } from "./ProofLink.tsx";
import { useSealedSize } from "./useSealedSize.ts";

const time = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

const sizes = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000]
] as const;

/** The time since the previous step. */
const after = (milliseconds: number): string => {
  if (milliseconds < 1000) return `+${Math.max(0, milliseconds)} ms`;
  const [unit, size] = sizes.find(([, each]) => milliseconds >= each) ?? (["s", 1000] as const);
  return `+${(milliseconds / size).toFixed(milliseconds / size < 10 ? 1 : 0)} ${unit}`;
};

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
                <EventSentence event={step} />
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
