import { type FormEvent, useState } from "react";
import { ExplainRecordDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Button } from "../../components/Button.tsx";
import { Field } from "../../components/Field.tsx";
import { Notice } from "../../components/Notice.tsx";

const kindOf = (reason: string): "good" | "warn" | "info" => {
  if (reason === "indexed") return "good";
  return reason === "never-seen" ? "info" : "warn";
};

/** A form that answers why a record is missing. */
export const ExplainRecord = () => {
  const [uri, setUri] = useState("");
  const [asked, setAsked] = useState("");
  const { data, error, isFetching, refetch } = useAdminQuery(
    ExplainRecordDocument,
    { uri: asked },
    { enabled: asked !== "" }
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const next = uri.trim();
    if (next === asked) void refetch();
    else setAsked(next);
  };
  const answer = error === null ? data?.explainRecord : undefined;
  return (
    <section className="card" aria-label="Why is this record missing?">
      <div className="card-head">
        <div>
          <h2>Why is this record missing?</h2>
          <p>A record that has never arrived is read from its server, verified, and indexed if it belongs here.</p>
        </div>
      </div>
      <div className="card-body stack-small">
        <form className="beside" onSubmit={submit}>
          <Field
            label="AT URI of the record"
            value={uri}
            onChange={setUri}
            placeholder="at://alice.example.com/xyz.statusphere.status/3jzfcijpj2z2a"
            faults={error === null || isFetching ? [] : [error.message]}
            autoComplete="off"
          />
          <Button type="submit" kind="primary" icon="search" isPending={isFetching} isDisabled={uri.trim() === ""}>
            Explain
          </Button>
        </form>
        <div role="status">
          {answer !== undefined && !isFetching && (
            <Notice kind={kindOf(answer.reason)} title={<code>{answer.reason}</code>}>
              <p>{answer.message}</p>
              {answer.remedy !== null && <p>{answer.remedy}</p>}
              <p className="small soft break">{answer.uri}</p>
            </Notice>
          )}
        </div>
      </div>
    </section>
  );
};
