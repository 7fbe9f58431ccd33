import type { AdminRecordQuery } from "../../api/documents.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { CopyableId } from "../../components/CopyableId.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { accountPath } from "../accounts/accountPath.ts";
import { ModerationFacts } from "../moderation/ModerationFacts.tsx";

export type ShownRecord = NonNullable<AdminRecordQuery["adminRecord"]>;

/** Who wrote a record, its identifiers, labels and reports. */
export const RecordFacts = ({ record }: { readonly record: ShownRecord }) => {
  const { cid, collection, did, handle, indexedAt, labels, reports, uri } = record;
  return (
    <dl className="facts">
      <dt>Author</dt>
      <dd>
        <AccountName did={did} handle={handle} to={accountPath(did)} />
      </dd>
      <dt>Collection</dt>
      <dd>
        <AppLink to={`/records/${collection}`}>
          <code>{collection}</code>
        </AppLink>
      </dd>
      <dt>URI</dt>
      <dd>
        <CopyableId id={uri} what="the record URI" maxLength={96} />
      </dd>
      <dt>CID</dt>
      <dd>
        <CopyableId id={cid} what="the record CID" maxLength={64} />
      </dd>
      <dt>Indexed</dt>
      <dd>
        <RelativeTime at={indexedAt} />
      </dd>
      <ModerationFacts
        subject={uri}
        labels={labels}
        reports={reports}
        reportsAt={`/moderation?did=${encodeURIComponent(did)}&status=ALL&subject=${encodeURIComponent(uri)}`}
      />
    </dl>
  );
};
