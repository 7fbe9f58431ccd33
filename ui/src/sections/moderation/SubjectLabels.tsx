import { CopyableId } from "../../components/CopyableId.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { labelState, ownDid, type ShownLabel } from "./labelState.ts";
import { NegateLabel } from "./NegateLabel.tsx";
import { isAccount } from "./subjectAddress.ts";

interface SubjectLabelsProps {
  readonly uri: string;
  readonly labels: ReadonlyArray<ShownLabel>;
  /** The labels of the account; the same ones if the subject is an account. */
  readonly ofAuthor: ReadonlyArray<ShownLabel>;
}

/** The labels of a subject, and of the author if the subject is a record. */
export const SubjectLabels = ({ labels, ofAuthor, uri }: SubjectLabelsProps) => {
  const all = isAccount(uri) ? labels : [...labels, ...ofAuthor];
  return (
    <section className="card" aria-label="Labels">
      <div className="card-head">
        <h2>Labels</h2>
      </div>
      {all.length === 0 ? (
        <p className="card-body soft">It has no labels.</p>
      ) : (
        <ul className="report-list">
          {all.map((label) => {
            const state = labelState(label, Date.now());
            return (
              <li key={label.id} className="row spread">
                <span className="row">
                  <span className={`badge ${state === "active" ? "accent" : ""}`}>{label.val}</span>
                  {state !== "active" && <span className="soft small">{state}</span>}
                  {isAccount(label.uri) && !isAccount(uri) && <span className="soft small">on the account</span>}
                </span>
                <span className="row small soft">
                  {label.src === ownDid() ? "this instance" : <CopyableId id={label.src} what="the source" />}
                  <RelativeTime at={label.cts} />
                  {state === "active" && label.src === ownDid() && <NegateLabel label={label} />}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
};
