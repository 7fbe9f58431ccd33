import type { AuditEventQuery } from "../../api/documents.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { CopyableId } from "../../components/CopyableId.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { DetailRow } from "./DetailRow.tsx";
import { ExactTime } from "./ExactTime.tsx";

type Event = NonNullable<AuditEventQuery["auditEvent"]>;

const about = (name: string, value: string): string => `/audit?${name}=${encodeURIComponent(value)}`;

/** Everything that the envelope of an event says, and where it leads. */
export const EventDetails = ({ event }: { readonly event: Event }) => (
  <section className="card">
    <div className="card-head">
      <h2>The event</h2>
      {event.authorizationId !== null && (
        <AppLink to={`/audit/authorizations/${encodeURIComponent(event.authorizationId)}`}>
          The whole sign-in, step by step
        </AppLink>
      )}
    </div>
    <div className="card-body">
      <dl className="facts">
        <DetailRow name="Outcome">
          <span className={`badge ${event.outcome === "FAILURE" ? "bad" : "good"}`}>
            {event.outcome === "FAILURE" ? "Refused" : "Went well"}
          </span>{" "}
          {event.reason !== null && (
            <AppLink to={about("reason", event.reason)}>
              <code>{event.reason}</code>
            </AppLink>
          )}
        </DetailRow>
        <DetailRow name="Type">
          <AppLink to={about("type", event.type)}>
            <code>{event.type}</code>
          </AppLink>
        </DetailRow>
        <DetailRow name="Happened">
          <ExactTime at={event.occurredAt} />
        </DetailRow>
        <DetailRow name="Recorded">
          <code>{event.recordedAt}</code>
        </DetailRow>
        <DetailRow name="By">
          {event.actorType}
          {event.actorId !== null && (
            <>
              {" "}
              {event.actorHandle} <CopyableId id={event.actorId} what="the id of who did it" room={40} />
            </>
          )}
        </DetailRow>
        {event.did !== null && (
          <DetailRow name="Account">
            <AccountName did={event.did} handle={event.handle} to={about("did", event.did)} />
          </DetailRow>
        )}
        {event.clientId !== null && (
          <DetailRow name="Client">
            {event.clientName}{" "}
            <CopyableId id={event.clientId} what="the client id" to={about("client", event.clientId)} />
          </DetailRow>
        )}
        {event.uri !== null && (
          <DetailRow name="Record">
            <CopyableId
              id={event.uri}
              what="the address of the record"
              to={`/audit/record?uri=${encodeURIComponent(event.uri)}`}
              room={72}
            />
          </DetailRow>
        )}
        {event.authorizationId !== null && (
          <DetailRow name="Authorization">
            <CopyableId id={event.authorizationId} what="the authorization id" room={48} />
          </DetailRow>
        )}
        <DetailRow name="Stream">
          <CopyableId id={event.stream} what="the stream" to={about("stream", event.stream)} room={56} />, version{" "}
          {event.version}
        </DetailRow>
        {event.requestId !== null && (
          <DetailRow name="Request">
            <CopyableId id={event.requestId} what="the request id" to={about("request", event.requestId)} room={40} />
          </DetailRow>
        )}
        {event.correlationId !== null && (
          <DetailRow name="Correlation">
            <CopyableId id={event.correlationId} what="the correlation id" room={40} />
          </DetailRow>
        )}
        {event.causationId !== null && (
          <DetailRow name="Caused by">
            <CopyableId id={event.causationId} what="the id of the cause" room={40} />
          </DetailRow>
        )}
        <DetailRow name="Event id">
          <CopyableId id={event.id} what="the event id" room={40} />
        </DetailRow>
        <DetailRow name="Leaf hash">
          <CopyableId id={event.leafHash} what="the leaf hash" room={48} />
        </DetailRow>
      </dl>
    </div>
  </section>
);
