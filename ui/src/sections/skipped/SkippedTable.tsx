import type { SkippedRecordsQuery } from "../../api/documents.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { CopyableId } from "../../components/CopyableId.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";

type SkippedRecord = SkippedRecordsQuery["skippedRecords"]["nodes"][number];

/** A table of records that are not in the index, each with the reason. */
export const SkippedTable = ({ records }: { readonly records: ReadonlyArray<SkippedRecord> }) => (
  <table className="table cards">
    <TableHead columns={["Record", "Reason", "Account", "Indexed"]} />
    <tbody>
      {records.map(({ cid, did, handle, indexedAt, message, reason, uri }) => (
        <tr key={uri}>
          <td>
            <CopyableId id={uri} what="the record URI" maxLength={56} />
            <span className="small soft line">
              <CopyableId id={cid} what="the record CID" maxLength={24} />
            </span>
          </td>
          <td data-label="Reason">
            <span>
              <code>{reason}</code>
              <span className="small soft line">{message}</span>
            </span>
          </td>
          <td data-label="Account">
            <AccountName did={did} handle={handle} to={`/skipped?did=${encodeURIComponent(did)}`} />
          </td>
          <td data-label="Indexed">
            <RelativeTime at={indexedAt} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
