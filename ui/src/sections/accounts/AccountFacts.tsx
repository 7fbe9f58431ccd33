import type { AccountQuery } from "../../api/documents.ts";
import { CopyableId } from "../../components/CopyableId.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { ModerationFacts } from "../moderation/ModerationFacts.tsx";
import { AccountBadges } from "./AccountBadges.tsx";

export type Account = NonNullable<AccountQuery["account"]>;

const When = ({ at, none }: { readonly at: string | null; readonly none: string }) =>
  at === null ? <span className="soft">{none}</span> : <RelativeTime at={at} />;

/** Who an account is, where it is hosted, and when it was last active. */
export const AccountFacts = ({ account }: { readonly account: Account }) => {
  const { did, handle, isTakenDown, labels, lastUsedAt, openReports, pds, reports, signedInAt, status } = account;
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
      <ModerationFacts
        subject={did}
        labels={labels}
        reports={reports}
        reportsAt={`/moderation?did=${encodeURIComponent(did)}&status=ALL`}
        detail={openReports === 0 ? ", none open" : `, ${openReports} open`}
      />
    </dl>
  );
};
