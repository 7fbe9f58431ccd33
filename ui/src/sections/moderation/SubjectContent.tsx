import { Notice } from "../../components/Notice.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { RecordValue } from "./RecordValue.tsx";
import { ReferencedRecord } from "./ReferencedRecord.tsx";
import type { Subject } from "./SubjectHeading.tsx";

/** What was reported: the record with those that it refers to, or the last records of the account. */
export const SubjectContent = ({ subject }: { readonly subject: Subject }) => {
  const { collection, message, recentRecords, references, value } = subject;
  const hasValue = value !== null && value !== undefined;
  return (
    <div className="card-body stack">
      {message !== null && <Notice kind="warn" title={message} />}
      {hasValue && <RecordValue value={value} />}
      {references.map((record) => (
        <ReferencedRecord key={record.uri} record={record} />
      ))}
      {collection === null && recentRecords.length > 0 && (
        <section className="stack-small" aria-label="Recent records">
          <h3>Recent records</h3>
          {recentRecords.map((record) => (
            <div className="quoted" key={record.uri}>
              <p className="small soft">
                <code>{record.collection}</code> {record.indexedAt !== null && <RelativeTime at={record.indexedAt} />}
              </p>
              <RecordValue value={record.value} isBrief />
            </div>
          ))}
        </section>
      )}
    </div>
  );
};
