import { LexiconsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Icon } from "../../components/Icon.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { SearchBox } from "../../components/SearchBox.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { LexiconImport } from "./LexiconImport.tsx";
import "./lexicons.css";

/** The active Lexicons, and the import that adds or replaces them. */
export const LexiconsPage = () => {
  const { data, error, refetch } = useAdminQuery(LexiconsDocument, {});
  const { change, search } = useFilters();
  const text = search.get("q") ?? "";
  const lexicons = data?.lexicons;
  const found = lexicons?.filter(({ id }) => id.toLowerCase().includes(text.toLowerCase())) ?? [];
  return (
    <>
      <PageHeader
        title="Lexicons"
        actions={
          <>
            <LinkButton to="/lexicons/versions">Versions</LinkButton>
            <a className="button" href="/admin/lexicons.zip" download="lexicons.zip">
              <Icon name="download" />
              Download
            </a>
          </>
        }
      >
        The schemas of the records on this instance. An import adds to them or replaces them. Indexed records are kept.
      </PageHeader>
      <div className="stack">
        <LexiconImport />
        {error !== null && (
          <ErrorState title="The Lexicons could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && lexicons === undefined && <Loading what="the Lexicons" />}
        {lexicons !== undefined && (
          <section className="card" aria-label="Active Lexicons">
            {lexicons.length === 0 ? (
              <EmptyState title="No Lexicons">Import a zip file or JSON files above to begin.</EmptyState>
            ) : (
              <>
                <div className="card-head">
                  <h2>Active</h2>
                  <SearchBox label="Search by ID" value={text} onChange={(q) => change({ q })} />
                </div>
                {found.length === 0 && <EmptyState title="No matching Lexicon">Try a part of its ID.</EmptyState>}
                <ul className="lexicons">
                  {found.map((lexicon) => (
                    <li key={lexicon.id}>
                      <AppLink to={`/lexicons/${lexicon.id}`}>
                        <strong>{lexicon.id}</strong>
                      </AppLink>
                      {lexicon.isCollection && <span className="badge accent">Collection</span>}
                      {lexicon.isCompleted && <span className="badge">Completed</span>}
                      <span className="soft small">
                        {lexicon.summary}
                        {lexicon.records !== null && (
                          <>
                            {" · "}
                            <AppLink to={`/records/${lexicon.id}`}>
                              {countOf(lexicon.records)} {lexicon.records === 1 ? "record" : "records"}
                            </AppLink>
                          </>
                        )}
                      </span>
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
