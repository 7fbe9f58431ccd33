import type { AccountQuery } from "../../api/documents.ts";
import { CopyableId } from "../../components/CopyableId.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { AccountBadges } from "./AccountBadges.tsx";

export type Account = NonNullable<AccountQuery["account"]>;

const When = ({ at, none }: { readonly at: string | null; readonly none: string }) =>
  at === null ? <span className="soft">{none}</span> : <RelativeTime at={at} />;

const reportsOf = ({ openReports, reports }: Account): string => {
  const all = reports === 1 ? "1 report" : `${reports} reports`;
  return openReports === 0 ? `${all}, none open` : `${all}, ${openReports} open`;
};

/** Who an account is, where it is hosted, and when it was last active. */
export const AccountFacts = ({ account }: { readonly account: Account }) => {
  const { did, handle, isTakenDown, labels, lastUsedAt, pds, reports, signedInAt, status } = account;
  return (
    <dl className="facts">
      <dt>Handle</dt>
      <dd>{handle ?? <span className="soft">None confirmed</span>}</dd>
      <dt>DID</dt>
      <dd>
        <CopyableId id={did} what="the DID" maxLength={64} />
      </dd>
      <dt>Server</dt>
      <dd>{pds === null ? <span className="soft">Unknown</span> : <code>{pds}</code>}</dd>
      <dt>State</dt>
      <dd>
        <AccountBadges status={status} isTakenDown={isTakenDown} />
      </dd>
      <dt>Last sign-in</dt>
      <dd>
        <When at={signedInAt} none="Never" />
      </dd>
      <dt>Last active</dt>
      <dd>
        <When at={lastUsedAt} none="Never" />
      </dd>
      <dt>Labels</dt>
      <dd>
        {labels.length === 0 && <span className="soft">None</span>}
        <span className="row">
          {labels.map(({ id, val }) => (
            <AppLink key={id} to={`/moderation/labels?uri=${encodeURIComponent(did)}`} className="badge accent">
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
          <AppLink to={`/moderation?did=${encodeURIComponent(did)}&status=ALL`}>{reportsOf(account)}</AppLink>
        )}
      </dd>
    </dl>
  );
};
