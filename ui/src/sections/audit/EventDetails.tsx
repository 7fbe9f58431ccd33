import type { AuditEventQuery } from "../../api/documents.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { CopyableId } from "../../components/CopyableId.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { DetailRow } from "./DetailRow.tsx";
import { ExactTime } from "./ExactTime.tsx";

type Event = NonNullable<AuditEventQuery["auditEvent"]>;

const filteredBy = (name: string, value: string): string => `/audit?${name}=${encodeURIComponent(value)}`;

/** The envelope of an event, with links to related events. */
export const EventDetails = ({ event }: { readonly event: Event }) => (
  <section className="card">
    <div className="card-head">
      <h2>Details</h2>
      {event.authorizationId !== null && (
        <AppLink to={`/audit/authorizations/${encodeURIComponent(event.authorizationId)}`}>
          All steps of this sign-in
        </AppLink>
      )}
    </div>
    <div className="card-body">
      <dl className="facts">
        <DetailRow name="Outcome">
          <span className={`badge ${event.outcome === "FAILURE" ? "bad" : "good"}`}>
            {event.outcome === "FAILURE" ? "Failure" : "Success"}
          </span>{" "}
          {event.reason !== null && (
            <AppLink to={filteredBy("reason", event.reason)}>
              <code>{event.reason}</code>
            </AppLink>
          )}
        </DetailRow>
        <DetailRow name="Type">
          <AppLink to={filteredBy("type", event.type)}>
            <code>{event.type}</code>
          </AppLink>
        </DetailRow>
        <DetailRow name="Occurred">
          <ExactTime at={event.occurredAt} />
        </DetailRow>
        <DetailRow name="Recorded">
          <code>{event.recordedAt}</code>
        </DetailRow>
        <DetailRow name="Actor">
          {event.actorType}
          {event.actorId !== null && (
            <>
              {" "}
              {event.actorHandle} <CopyableId id={event.actorId} what="the actor ID" maxLength={40} />
            </>
          )}
        </DetailRow>
        {event.did !== null && (
          <DetailRow name="Account">
            <AccountName did={event.did} handle={event.handle} to={filteredBy("did", event.did)} />
          </DetailRow>
        )}
        {event.clientId !== null && (
          <DetailRow name="Client">
            {event.clientName}{" "}
            <CopyableId id={event.clientId} what="the client ID" to={filteredBy("client", event.clientId)} />
          </DetailRow>
        )}
        {event.uri !== null && (
          <DetailRow name="Record">
            <CopyableId
              id={event.uri}
              what="the record URI"
              to={`/audit/record?uri=${encodeURIComponent(event.uri)}`}
              maxLength={72}
            />
          </DetailRow>
        )}
        {event.authorizationId !== null && (
          <DetailRow name="Authorization">
            <CopyableId id={event.authorizationId} what="the authorization ID" maxLength={48} />
          </DetailRow>
        )}
        <DetailRow name="Stream">
          <CopyableId id={event.stream} what="the stream" to={filteredBy("stream", event.stream)} maxLength={56} />{" "}
          version {event.version}
        </DetailRow>
        {event.requestId !== null && (
          <DetailRow name="Request">
            <CopyableId
              id={event.requestId}
              what="the request ID"
              to={filteredBy("request", event.requestId)}
              maxLength={40}
            />
          </DetailRow>
        )}
        {event.correlationId !== null && (
          <DetailRow name="Correlation">
            <CopyableId id={event.correlationId} what="the correlation ID" maxLength={40} />
          </DetailRow>
        )}
        {event.causationId !== null && (
          <DetailRow name="Caused by">
            <CopyableId id={event.causationId} what="the causation ID" maxLength={40} />
          </DetailRow>
        )}
        <DetailRow name="Event ID">
          <CopyableId id={event.id} what="the event ID" maxLength={40} />
        </DetailRow>
        <DetailRow name="Leaf hash">
          <CopyableId id={event.leafHash} what="the leaf hash" maxLength={48} />
        </DetailRow>
      </dl>
    </div>
  </section>
);
