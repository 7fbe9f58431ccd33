import { LexiconsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { SearchBox } from "../../components/SearchBox.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { LexiconImport } from "./LexiconImport.tsx";
import { summaryOf } from "./summaryOf.ts";
import "./lexicons.css";

/** The Lexicons in force, and the way to replace them. */
export const LexiconsPage = () => {
  const { data, error, refetch } = useAdminQuery(LexiconsDocument, {});
  const { change, search } = useFilters();
  const words = search.get("q") ?? "";
  const lexicons = data?.lexicons;
  const found = lexicons?.filter(({ id }) => id.toLowerCase().includes(words.toLowerCase())) ?? [];
  return (
    <>
      <PageHeader
        title="Lexicons"
        actions={
          <a className="button" href="/admin/lexicons.zip" download="lexicons.zip">
            <Icon name="download" />
            Download
          </a>
        }
      >
        What records look like here. Files are added to the set or replace it; indexed records stay.
      </PageHeader>
      <div className="stack">
        <LexiconImport />
        {error !== null && (
          <ErrorState title="The Lexicons could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && lexicons === undefined && <Loading what="the Lexicons" />}
        {lexicons !== undefined && (
          <section className="card" aria-label="Lexicons in force">
            {lexicons.length === 0 ? (
              <EmptyState title="No Lexicons">Import a zip or some JSON files above to begin.</EmptyState>
            ) : (
              <>
                <div className="card-head">
                  <h2>In force</h2>
                  <SearchBox label="Search by id" value={words} onChange={(q) => change({ q })} />
                </div>
                {found.length === 0 && <EmptyState title="No Lexicon fits">Try a part of its id.</EmptyState>}
                <ul className="lexicons">
                  {found.map((lexicon) => (
                    <li key={lexicon.id}>
                      <AppLink to={`/lexicons/${lexicon.id}`}>
                        <strong>{lexicon.id}</strong>
                      </AppLink>
                      {lexicon.isCollection && <span className="badge accent">Collection</span>}
                      {lexicon.isCompleted && <span className="badge">Completed</span>}
                      <span className="soft small">{summaryOf(lexicon.json)}</span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>
        )}
      </div>
    </>
  );
};
