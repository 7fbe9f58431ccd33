import { useEffect, useRef } from "react";
import type { ReportedSubjectQuery } from "../../api/documents.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { CopyableId } from "../../components/CopyableId.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { StateBadge } from "./StateBadge.tsx";

export type Subject = ReportedSubjectQuery["latest"]["nodes"][number]["subject"];

interface SubjectHeadingProps {
  readonly subject: Subject;
  readonly openings: number;
}

/** What the subject is, and whose. It takes the focus when the subject is opened. */
export const SubjectHeading = ({ openings, subject }: SubjectHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (openings > 0) heading.current?.focus();
  }, [openings]);
  const { collection, did, handle, indexedAt, state, uri } = subject;
  return (
    <div className="card-head">
      <div className="stack-small">
        <div className="row">
          <h2 ref={heading} tabIndex={-1}>
            {collection === null ? "Account" : <code>{collection}</code>}
          </h2>
          <StateBadge state={state} />
        </div>
        <div className="row small">
          <AccountName did={did} handle={handle} to={`/audit?did=${encodeURIComponent(did)}`} />
          {indexedAt !== null && (
            <span className="soft">
              indexed <RelativeTime at={indexedAt} />
            </span>
          )}
          {collection !== null && <CopyableId id={uri} what="the record URI" maxLength={36} />}
        </div>
      </div>
    </div>
  );
};
