import { LexiconDocument, LexiconsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import type { PageProps } from "../../shell/PageProps.ts";
import { prettyJson } from "../audit/prettyJson.ts";
import { LexiconFields } from "./LexiconFields.tsx";
import { RemoveLexicon } from "./RemoveLexicon.tsx";
import "./lexicons.css";

/** The page of one Lexicon, as it was imported. */
export const LexiconPage = ({ parameters: { id = "" } }: PageProps) => {
  const { data, error, refetch } = useAdminQuery(LexiconDocument, { id });
  const all = useAdminQuery(LexiconsDocument, {});
  const lexicon = data?.lexicon ?? undefined;
  const active = new Set(all.data?.lexicons.map((each) => each.id));
  return (
    <>
      <PageHeader
        title={id}
        up={{ to: "/lexicons", name: "Lexicons" }}
        actions={lexicon !== undefined && !lexicon.isCompleted && <RemoveLexicon id={id} />}
      >
        {lexicon?.summary}
        {lexicon?.isCompleted === true && " Added from the published Lexicons, because records refer to it."}
      </PageHeader>
      {error !== null && (
        <ErrorState title="The Lexicon could not be loaded" error={error} retry={() => void refetch()} />
      )}
      {error === null && data === undefined && <Loading what="the Lexicon" lines={12} />}
      {data !== undefined && lexicon === undefined && (
        <div className="card">
          <EmptyState title="Lexicon not found" action={<LinkButton to="/lexicons">All Lexicons</LinkButton>}>
            {id} is not active. The last import may not have contained it.
          </EmptyState>
        </div>
      )}
      {lexicon !== undefined && (
        <div className="lexicon-columns">
          <section className="card" aria-label="Fields">
            <div className="card-body stack">
              {lexicon.records !== null && (
                <p>
                  <AppLink to={`/records/${id}`}>
                    {countOf(lexicon.records)} {lexicon.records === 1 ? "record" : "records"}
                  </AppLink>
                </p>
              )}
              {lexicon.definitions.length === 0 && <p className="soft">It defines no records or objects.</p>}
              {lexicon.definitions.map((definition) => (
                <LexiconFields key={definition.name} definition={definition} active={active} />
              ))}
            </div>
          </section>
          <section className="card" aria-label="JSON">
            <div className="card-body">
              <CodeBlock text={prettyJson(lexicon.json)} what={`the Lexicon ${id}`} />
            </div>
          </section>
        </div>
      )}
    </>
  );
};
