import { AccountDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import type { PageProps } from "../../shell/PageProps.ts";
import { AccountApps } from "./AccountApps.tsx";
import { AccountFacts } from "./AccountFacts.tsx";
import { AccountIndexing } from "./AccountIndexing.tsx";
import { AccountRecords } from "./AccountRecords.tsx";
import { RemoveRecords } from "./RemoveRecords.tsx";

const up = { to: "/accounts", name: "Accounts" };

/** While a repository waits or is being read, the page is refreshed every two seconds. */
const isChanging = (code: string | undefined): boolean => code === "waiting" || code === "indexing";

/** The page of one account: who it is, its apps and records, how it is indexed, and the actions on it. */
export const AccountPage = ({ parameters: { account: named = "" } }: PageProps) => {
  const { data, error, refetch } = useAdminQuery(
    AccountDocument,
    { account: named },
    { pollingInterval: (last) => (isChanging(last?.account?.indexing.code) ? 2_000 : false) }
  );
  const account = data?.account;
  if (account === undefined || account === null) {
    return (
      <>
        <PageHeader title="Account" up={up} />
        {error !== null && (
          <ErrorState title="The account could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && account === undefined && <Loading what="the account" />}
        {account === null && (
          <div className="card">
            <EmptyState title="Account not known" action={<LinkButton to="/sync">Index an account</LinkButton>}>
              {named} never signed in here, and none of its records is indexed. Its handle may have changed: try its
              DID. To index its records, start a backfill in Sync.
            </EmptyState>
          </div>
        )}
      </>
    );
  }
  const did = encodeURIComponent(account.did);
  return (
    <>
      <PageHeader
        title={account.handle ?? account.did}
        up={up}
        actions={
          <>
            <LinkButton to={`/sessions?did=${did}`} icon="people">
              Sessions
            </LinkButton>
            <LinkButton to={`/audit?did=${did}`} icon="audit">
              Audit log
            </LinkButton>
          </>
        }
      />
      <div className="stack">
        <section className="card" aria-label="About the account">
          <div className="card-body">
            <AccountFacts account={account} />
          </div>
        </section>
        <AccountIndexing account={account} />
        <AccountApps account={account} />
        <AccountRecords account={account} />
        <RemoveRecords account={account} />
      </div>
    </>
  );
};
