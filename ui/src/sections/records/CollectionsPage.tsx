import { useState } from "react";
import { RecordCollectionsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { SearchBox } from "../../components/SearchBox.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";

/** The collections of the Lexicons in use, the largest first. */
export const CollectionsPage = () => {
  const { data, error, refetch } = useAdminQuery(RecordCollectionsDocument, {});
  const [text, setText] = useState("");
  const collections = data?.recordCollections;
  const shown = collections
    ?.filter(({ collection }) => collection.toLowerCase().includes(text.trim().toLowerCase()))
    .toSorted((left, right) => right.records + right.hidden - (left.records + left.hidden));
  return (
    <>
      <PageHeader title="Records">The indexed records by collection. Choose one to browse its records.</PageHeader>
      <div className="stack">
        {collections !== undefined && collections.length > 0 && (
          <SearchBox label="Search collections" value={text} onChange={setText} />
        )}
        {error !== null && (
          <ErrorState title="The collections could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && shown === undefined && <Loading what="the collections" lines={6} />}
        {shown !== undefined && (
          <section className="card" aria-label="Collections">
            {shown.length === 0 ? (
              <EmptyState
                title={text === "" ? "No collections" : "No collections found"}
                action={text === "" ? <LinkButton to="/lexicons">Import Lexicons</LinkButton> : undefined}
              >
                {text === "" ? "Import a Lexicon that defines a record type." : "Search for another part of the name."}
              </EmptyState>
            ) : (
              <table className="table cards">
                <TableHead
                  columns={[
                    "Collection",
                    { name: "Records", className: "number" },
                    { name: "Hidden", className: "number" },
                    "Last indexed"
                  ]}
                />
                <tbody>
                  {shown.map(({ collection, description, hidden, lastIndexedAt, records }) => (
                    <tr key={collection}>
                      <td>
                        <AppLink to={`/records/${collection}`}>
                          <code>{collection}</code>
                        </AppLink>
                        {description !== null && <span className="small soft line">{description}</span>}
                      </td>
                      <td data-label="Records" className="number">
                        {countOf(records)}
                      </td>
                      <td data-label="Hidden" className="number">
                        {hidden === 0 ? (
                          <span className="soft">0</span>
                        ) : (
                          <AppLink to={`/records/${collection}?show=hidden`}>{countOf(hidden)}</AppLink>
                        )}
                      </td>
                      <td data-label="Last indexed">
                        {lastIndexedAt === null ? (
                          <span className="soft">Never</span>
                        ) : (
                          <RelativeTime at={lastIndexedAt} />
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        )}
      </div>
    </>
  );
};
