import { AppLink } from "../../router/AppLink.tsx";

interface Moderated {
  /** The AT URI of the record, or the DID of the account. */
  readonly subject: string;
  readonly labels: ReadonlyArray<{ readonly id: string; readonly val: string }>;
  readonly reports: number;
  /** Where its reports are listed. */
  readonly reportsAt: string;
  /** What follows the number of reports. */
  readonly detail?: string;
}

/** The labels and reports of a record or an account, as entries of a list of facts. */
export const ModerationFacts = ({ detail = "", labels, reports, reportsAt, subject }: Moderated) => (
  <>
    <dt>Labels</dt>
    <dd>
      {labels.length === 0 && <span className="soft">None</span>}
      <span className="row">
        {labels.map(({ id, val }) => (
          <AppLink key={id} to={`/moderation/labels?uri=${encodeURIComponent(subject)}`} className="badge accent">
            {val}
          </AppLink>
        ))}
      </span>
    </dd>
    <dt>Reports</dt>
    <dd>
      {reports === 0 ? (
        <span className="soft">None</span>
      ) : (
        <AppLink to={reportsAt}>{`${reports === 1 ? "1 report" : `${reports} reports`}${detail}`}</AppLink>
      )}
    </dd>
  </>
);
