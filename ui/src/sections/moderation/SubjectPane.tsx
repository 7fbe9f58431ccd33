import { ReportedSubjectDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Loading } from "../../components/Loading.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { AccountHistory } from "./AccountHistory.tsx";
import { ReportList } from "./ReportList.tsx";
import { SubjectActions } from "./SubjectActions.tsx";
import { SubjectContent } from "./SubjectContent.tsx";
import { SubjectHeading } from "./SubjectHeading.tsx";
import { SubjectLabels } from "./SubjectLabels.tsx";
import { accountOf } from "./subjectAddress.ts";

interface SubjectPaneProps {
  /** Empty if nothing is selected. */
  readonly uri: string;
  /** The path of the queue without a selection. */
  readonly back: string;
  readonly asked: "label" | "dismiss" | null;
  readonly onAsk: (what: "label" | "dismiss" | null) => void;
  /** Called when the reports of the subject were closed. */
  readonly onDone: () => void;
  /** How often a subject was opened by its link since it was chosen by a key: each time, its heading takes the focus. */
  readonly openings: number;
}

/** The subject that is selected, with its context, its reports, its labels and its history. */
export const SubjectPane = ({ asked, back, onAsk, onDone, openings, uri }: SubjectPaneProps) => {
  const isChosen = uri !== "";
  const { data, error, refetch } = useAdminQuery(
    ReportedSubjectDocument,
    { uri, did: accountOf(uri) },
    { enabled: isChosen }
  );
  if (!isChosen)
    return (
      <div className="card subject-pane">
        <EmptyState title="Choose a report">Its subject, its labels and its history are shown here.</EmptyState>
      </div>
    );
  const subject = data?.latest.nodes[0]?.subject;
  return (
    <div className="subject-pane stack">
      <AppLink to={back} className="crumb subject-back">
        <Icon name="back" />
        All reports
      </AppLink>
      {error !== null && (
        <ErrorState title="The subject could not be loaded" error={error} retry={() => void refetch()} />
      )}
      {error === null && data === undefined && <Loading what="the subject" lines={10} />}
      {data !== undefined && subject === undefined && (
        <div className="card">
          <EmptyState title="No reports of this subject">Nobody has reported it.</EmptyState>
        </div>
      )}
      {data !== undefined && subject !== undefined && (
        <>
          <article className="card">
            <SubjectHeading subject={subject} openings={openings} />
            <SubjectContent subject={subject} />
            <SubjectActions
              subject={subject}
              reports={data.reports.nodes}
              asked={asked}
              onAsk={onAsk}
              onDone={onDone}
            />
          </article>
          <ReportList reports={data.reports.nodes} total={data.reports.totalCount ?? 0} />
          <SubjectLabels labels={data.labels.nodes} ofAuthor={data.ofAuthor.nodes} uri={uri} />
          <AccountHistory
            reports={data.ofAccount.nodes.filter(({ subjectUri }) => subjectUri !== uri)}
            did={subject.did}
          />
        </>
      )}
    </div>
  );
};
