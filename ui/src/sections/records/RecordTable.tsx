import type { AdminRecordsQuery } from "../../api/documents.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { accountPath } from "../accounts/accountPath.ts";
import { Cell } from "./Cell.tsx";
import type { RecordProperty } from "./ColumnChoice.tsx";
import { valueAt } from "./cellText.ts";
import { recordPath } from "./recordPath.ts";
import { SortHeading } from "./SortHeading.tsx";

interface RecordTableProps {
  readonly records: AdminRecordsQuery["adminRecords"]["nodes"];
  readonly columns: ReadonlyArray<RecordProperty>;
  readonly order: string;
  readonly onOrder: (order: string) => void;
}

/** A table of records with a column for each chosen property. */
export const RecordTable = ({ columns, onOrder, order, records }: RecordTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
  <section className="table-scroll" tabIndex={0} aria-label="Records">
    <table className="table cards record-table">
      <thead>
        <tr>
          <SortHeading name="key" order={order} onOrder={onOrder}>
            Record
          </SortHeading>
          {columns.map(({ name, operand }) =>
            operand === null ? (
              <th scope="col" key={name}>
                {name}
              </th>
            ) : (
              <SortHeading key={name} name={`.${name}`} order={order} onOrder={onOrder}>
                {name}
              </SortHeading>
            )
          )}
          <SortHeading name="author" order={order} onOrder={onOrder}>
            Author
          </SortHeading>
          <SortHeading name="indexed" order={order} onOrder={onOrder}>
            Indexed
          </SortHeading>
        </tr>
      </thead>
      <tbody>
        {records.map(({ did, handle, hiddenMessage, indexedAt, rkey, uri, value }) => (
          <tr key={uri}>
            <td>
              <AppLink to={recordPath(uri)}>
                <code>{rkey}</code>
              </AppLink>
              {hiddenMessage !== null && (
                <span className="badge warn" title={hiddenMessage}>
                  Hidden
                </span>
              )}
            </td>
            {columns.map(({ name }) => (
              <td key={name} data-label={name}>
                <span className="cell">
                  <Cell value={valueAt(value, name)} />
                </span>
              </td>
            ))}
            <td data-label="Author">
              <AccountName did={did} handle={handle} to={accountPath(did)} />
            </td>
            <td data-label="Indexed">
              <RelativeTime at={indexedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
