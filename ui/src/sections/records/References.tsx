import { AccountName } from "../../components/AccountName.tsx";
import { countOf } from "../../components/countOf.ts";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { accountPath } from "../accounts/accountPath.ts";
import type { ShownRecord } from "./RecordFacts.tsx";
import { conditionText } from "./recordFilter.ts";
import { recordPath } from "./recordPath.ts";

const listPath = (uri: string, collection: string, property: string): string => {
  const condition = conditionText({ property, operator: "EQUALS", value: uri });
  return `/records/${collection}?show=all&f=${encodeURIComponent(condition)}`;
};

const From = ({ record: { references } }: { readonly record: ShownRecord }) => (
  <section className="card" aria-labelledby="refers-to">
    <div className="card-head">
      <h2 id="refers-to">Refers to</h2>
    </div>
    {references.length === 0 ? (
      <p className="card-body soft">The record names no other record and no account.</p>
    ) : (
      <ul className="reference-list">
        {references.map(({ collection, did, handle, isKnown, path, subject }) => (
          <li key={subject}>
            <code className="soft">{path}</code>
            {collection === null ? (
              <AccountName did={did} handle={handle} to={accountPath(did)} />
            ) : (
              <span>
                <AppLink to={recordPath(subject)}>{collection}</AppLink> by {handle ?? did}
              </span>
            )}
            {!isKnown && <span className="badge">{collection === null ? "Not known" : "Not indexed"}</span>}
          </li>
        ))}
      </ul>
    )}
  </section>
);

const To = ({ record: { referencedBy, uri } }: { readonly record: ShownRecord }) => (
  <section className="card" aria-labelledby="referred-by">
    <div className="card-head">
      <h2 id="referred-by">Referred to by</h2>
    </div>
    {referencedBy.length === 0 ? (
      <p className="card-body soft">No indexed record refers to this one.</p>
    ) : (
      referencedBy.map(({ collection, count, path, property, records }) => (
        <div key={`${collection} ${path}`} className="referring">
          <h3>
            <code>{collection}</code> <span className="soft">at</span> <code>{path}</code>
            <span className="badge">{countOf(count)}</span>
          </h3>
          <ul className="reference-list">
            {records.map(({ did, handle, hiddenMessage, indexedAt, rkey, uri: from }) => (
              <li key={from}>
                <AppLink to={recordPath(from)}>
                  <code>{rkey}</code>
                </AppLink>
                <span>by {handle ?? did}</span>
                <span className="soft">
                  <RelativeTime at={indexedAt} />
                </span>
                {hiddenMessage !== null && (
                  <span className="badge warn" title={hiddenMessage}>
                    Hidden
                  </span>
                )}
              </li>
            ))}
          </ul>
          {property !== null && count > records.length && (
            <AppLink className="all" to={listPath(uri, collection, property)}>
              All {countOf(count)}
            </AppLink>
          )}
        </div>
      ))
    )}
  </section>
);

/** What a record refers to, and what refers to it. */
export const References = ({ record }: { readonly record: ShownRecord }) => (
  <div className="columns">
    <From record={record} />
    <To record={record} />
  </div>
);
