import { CopyableId } from "../../components/CopyableId.tsx";
import { countOf } from "../../components/countOf.ts";
import { Notice } from "../../components/Notice.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import type { Account } from "./AccountFacts.tsx";
import { IndexAccount } from "./IndexAccount.tsx";

const kindOf = (code: string): "good" | "info" | "warn" => {
  if (code === "indexed") return "good";
  return code === "waiting" || code === "indexing" ? "info" : "warn";
};

/** When the repository of an account was indexed, or why it was not, with a button that indexes it again. */
export const AccountIndexing = ({ account }: { readonly account: Account }) => {
  const { code, indexedAt, message, remedy, removed, rev, skipped, stored } = account.indexing;
  return (
    <section className="card" aria-labelledby="indexing">
      <div className="card-head">
        <h2 id="indexing">Indexing</h2>
        <IndexAccount account={account} />
      </div>
      <div className="card-body stack">
        <Notice kind={kindOf(code)} title={message}>
          {remedy}
        </Notice>
        <dl className="facts">
          <dt>Repository read</dt>
          <dd>
            {indexedAt === null ? <span className="soft">Never completely</span> : <RelativeTime at={indexedAt} />}
            {indexedAt !== null && (
              <span className="soft">
                : {countOf(stored ?? 0)} stored, {countOf(removed ?? 0)} removed, {countOf(skipped ?? 0)} skipped
              </span>
            )}
          </dd>
          {rev !== null && (
            <>
              <dt>Last revision</dt>
              <dd>
                <CopyableId id={rev} what="the revision" />
              </dd>
            </>
          )}
          <dt>Skipped records</dt>
          <dd>
            {account.skippedRecords === 0 ? (
              <span className="soft">None</span>
            ) : (
              <AppLink to={`/skipped?did=${encodeURIComponent(account.did)}`}>
                {countOf(account.skippedRecords)}
              </AppLink>
            )}
          </dd>
        </dl>
      </div>
    </section>
  );
};
