import { ExplainRecordDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";

/** Why a record is not in the index. */
export const MissingRecord = ({ uri }: { readonly uri: string }) => {
  const { data, error } = useAdminQuery(ExplainRecordDocument, { uri });
  if (data === undefined && error === null) return <Loading what="why the record is missing" />;
  const explained = data?.explainRecord;
  return (
    <div className="card">
      <EmptyState
        title={explained?.reason === "never-seen" ? "The record had not arrived" : "The record is not indexed"}
        action={
          <LinkButton to={`/audit/record?uri=${encodeURIComponent(uri)}`} icon="audit">
            History
          </LinkButton>
        }
      >
        {explained === undefined ? error?.message : `${explained.message} ${explained.remedy ?? ""}`}
      </EmptyState>
    </div>
  );
};
