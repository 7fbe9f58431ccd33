import { LexiconsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import type { PageProps } from "../../shell/PageProps.ts";
import { prettyJson } from "../audit/prettyJson.ts";
import { RemoveLexicon } from "./RemoveLexicon.tsx";
import { summaryOf } from "./summaryOf.ts";

/** The page of one Lexicon, as it was imported. */
export const LexiconPage = ({ parameters: { id = "" } }: PageProps) => {
  const { data, error, refetch } = useAdminQuery(LexiconsDocument, {});
  const lexicon = data?.lexicons.find((each) => each.id === id);
  return (
    <>
      <PageHeader
        title={id}
        up={{ to: "/lexicons", name: "Lexicons" }}
        actions={lexicon !== undefined && !lexicon.isCompleted && <RemoveLexicon id={id} />}
      >
        {lexicon !== undefined && summaryOf(lexicon.json)}
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
        <section className="card">
          <div className="card-body">
            <CodeBlock text={prettyJson(lexicon.json)} what={`the Lexicon ${id}`} />
          </div>
        </section>
      )}
    </>
  );
};
