import { AuditEventDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { CodeBlock } from "../../components/CodeBlock.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { Notice } from "../../components/Notice.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import type { PageProps } from "../../shell/PageProps.ts";
import { ArchivedEvent } from "./ArchivedEvent.tsx";
import { EventDetails } from "./EventDetails.tsx";
import { EventFiles } from "./EventFiles.tsx";
import { prettyJson } from "./prettyJson.ts";
import { Sentence } from "./Sentence.tsx";
import "./audit.css";

const up = { to: "/audit", name: "Audit log" };

/** The page of one event: a sentence, an explanation, and the recorded data. */
export const EventPage = ({ parameters: { position: text = "" } }: PageProps) => {
  const position = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
  const { data, error, refetch } = useAdminQuery(AuditEventDocument, { position }, { enabled: position > 0 });
  const event = data?.auditEvent;
  const archived = data?.auditArchivedEvent ?? null;
  const isMissing = position === 0 || (event === null && archived === null);
  return (
    <>
      <PageHeader
        title={`Event ${text}`}
        up={up}
        actions={
          position > 0 && (
            <>
              {position > 1 && (
                <LinkButton to={`/audit/events/${position - 1}`} icon="back">
                  Previous
                </LinkButton>
              )}
              {!isMissing && <LinkButton to={`/audit/events/${position + 1}`}>Next</LinkButton>}
            </>
          )
        }
      />
      {error !== null && (
        <ErrorState title="The event could not be loaded" error={error} retry={() => void refetch()} />
      )}
      {error === null && event === undefined && !isMissing && <Loading what="the event" lines={10} />}
      {isMissing && (
        <div className="card">
          <EmptyState title="Event not found" action={<LinkButton to="/audit">All events</LinkButton>}>
            The log has no gaps: it starts at event 1, and has not reached this number yet.
          </EmptyState>
        </div>
      )}
      {archived !== null && <ArchivedEvent {...archived} />}
      {event !== undefined && event !== null && (
        <div className="stack">
          <Notice kind={event.outcome === "FAILURE" ? "bad" : "info"} title={<Sentence parts={event.parts} />}>
            {event.explanation}
          </Notice>
          {event.fault !== null && (
            <Notice kind="bad" title="This event was changed in the database" isAlert>
              {`${event.fault[0]?.toUpperCase()}${event.fault.slice(1)}. Run `}
              <code>npx tidemark audit verify</code> on the machine of the service.
            </Notice>
          )}
          <EventDetails event={event} />
          {event.fault === null && <EventFiles position={event.position} />}
          <section className="card">
            <div className="card-body stack-small">
              <h2>Recorded data</h2>
              <p className="soft small">
                Hashes and identifiers. The log never contains a secret, a token or a record.
              </p>
              <CodeBlock text={prettyJson(event.data)} what="the recorded data" />
            </div>
          </section>
        </div>
      )}
    </>
  );
};
