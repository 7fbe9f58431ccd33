import type { AccountsQuery } from "../../api/documents.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { AccountBadges } from "./AccountBadges.tsx";
import { accountPath } from "./accountPath.ts";
import { hostOf } from "./hostOf.ts";

type ListedAccount = AccountsQuery["accounts"]["nodes"][number];

/** A table of accounts, each with a link to its page. */
export const AccountTable = ({ accounts }: { readonly accounts: ReadonlyArray<ListedAccount> }) => (
  <table className="table cards">
    <TableHead
      columns={["Account", "Server", "State", "Last sign-in", "Last active", { name: "Sessions", className: "number" }]}
    />
    <tbody>
      {accounts.map(({ activeSessions, did, handle, isTakenDown, lastUsedAt, pds, signedInAt, status }) => (
        <tr key={did}>
          <td>
            <AccountName did={did} handle={handle} to={accountPath(did)} />
          </td>
          <td data-label="Server">{pds === null ? <span className="soft">Unknown</span> : hostOf(pds)}</td>
          <td data-label="State">
            <span className="row">
              <AccountBadges status={status} isTakenDown={isTakenDown} />
            </span>
          </td>
          <td data-label="Last sign-in">
            {signedInAt === null ? <span className="soft">Never</span> : <RelativeTime at={signedInAt} />}
          </td>
          <td data-label="Last active">
            {lastUsedAt === null ? <span className="soft">Never</span> : <RelativeTime at={lastUsedAt} />}
          </td>
          <td data-label="Sessions" className="number">
            {activeSessions}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
