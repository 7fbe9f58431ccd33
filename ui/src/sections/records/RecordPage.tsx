import { useState } from "react";
import { AdminRecordDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { Notice } from "../../components/Notice.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import type { PageProps } from "../../shell/PageProps.ts";
import { graphiqlPath } from "./graphiqlPath.ts";
import { IndexRecord } from "./IndexRecord.tsx";
import { MissingRecord } from "./MissingRecord.tsx";
import { RecordFacts } from "./RecordFacts.tsx";
import { RecordHistory } from "./RecordHistory.tsx";
import { References } from "./References.tsx";
import "./records.css";

/** The page of one record: its JSON, author, references both ways, and history. */
export const RecordPage = ({ parameters: { collection = "", did = "", rkey = "" } }: PageProps) => {
  const uri = `at://${did}/${collection}/${rkey}`;
  const { data, error, refetch } = useAdminQuery(AdminRecordDocument, { uri });
  const [failed, setFailed] = useState<Error | null>(null);
  const record = data?.adminRecord;
  return (
    <>
      <PageHeader
        title={rkey}
        up={{ to: `/records/${collection}`, name: collection }}
        actions={
          <>
            <AppLink className="button plain" to={graphiqlPath(uri, collection)}>
              Open in GraphiQL
            </AppLink>
            <IndexRecord uri={uri} onError={setFailed} />
          </>
        }
      />
      <div className="stack">
        {failed !== null && <ErrorState title="The record could not be read from its server" error={failed} />}
        {error !== null && (
          <ErrorState title="The record could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && record === undefined && <Loading what="the record" />}
        {record === null && <MissingRecord uri={uri} />}
        {record !== null && record !== undefined && (
          <>
            {record.hiddenMessage !== null && <Notice kind="warn" title={record.hiddenMessage} />}
            <section className="card" aria-label="About the record">
              <div className="card-body">
                <RecordFacts record={record} />
              </div>
            </section>
            <section className="card" aria-labelledby="value">
              <div className="card-head">
                <h2 id="value">Record</h2>
              </div>
              <div className="card-body">
                <CodeBlock text={JSON.stringify(record.value, null, 2)} what="the record" />
              </div>
            </section>
            <References record={record} />
            <RecordHistory uri={record.uri} />
          </>
        )}
      </div>
    </>
  );
};
