import type { AuditEventQuery } from "../../api/documents.ts";
import { CopyableId } from "../../components/CopyableId.tsx";
import { Person } from "../../components/Person.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { ExactTime } from "./ExactTime.tsx";
import { Fact } from "./Fact.tsx";

type Event = NonNullable<AuditEventQuery["auditEvent"]>;

const about = (name: string, value: string): string => `/audit?${name}=${encodeURIComponent(value)}`;

/** Everything that the envelope of an event says, and where it leads. */
export const EventFacts = ({ event }: { readonly event: Event }) => (
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
        <Fact name="Outcome">
          <span className={`badge ${event.outcome === "FAILURE" ? "bad" : "good"}`}>
            {event.outcome === "FAILURE" ? "Refused" : "Went well"}
          </span>{" "}
          {event.reason !== null && (
            <AppLink to={about("reason", event.reason)}>
              <code>{event.reason}</code>
            </AppLink>
          )}
        </Fact>
        <Fact name="Type">
          <AppLink to={about("type", event.type)}>
            <code>{event.type}</code>
          </AppLink>
        </Fact>
        <Fact name="Happened">
          <ExactTime at={event.occurredAt} />
        </Fact>
        <Fact name="Recorded">
          <code>{event.recordedAt}</code>
        </Fact>
        <Fact name="By">
          {event.actorType}
          {event.actorId !== null && (
            <>
              {" "}
              {event.actorHandle} <CopyableId id={event.actorId} what="the id of who did it" room={40} />
            </>
          )}
        </Fact>
        {event.did !== null && (
          <Fact name="Account">
            <Person did={event.did} handle={event.handle} to={about("did", event.did)} />
          </Fact>
        )}
        {event.clientId !== null && (
          <Fact name="Client">
            {event.clientName}{" "}
            <CopyableId id={event.clientId} what="the client id" to={about("client", event.clientId)} />
          </Fact>
        )}
        {event.uri !== null && (
          <Fact name="Record">
            <CopyableId
              id={event.uri}
              what="the address of the record"
              to={`/audit/record?uri=${encodeURIComponent(event.uri)}`}
              room={72}
            />
          </Fact>
        )}
        {event.authorizationId !== null && (
          <Fact name="Authorization">
            <CopyableId id={event.authorizationId} what="the authorization id" room={48} />
          </Fact>
        )}
        <Fact name="Stream">
          <CopyableId id={event.stream} what="the stream" to={about("stream", event.stream)} room={56} />, version{" "}
          {event.version}
        </Fact>
        {event.requestId !== null && (
          <Fact name="Request">
            <CopyableId id={event.requestId} what="the request id" to={about("request", event.requestId)} room={40} />
          </Fact>
        )}
        {event.correlationId !== null && (
          <Fact name="Correlation">
            <CopyableId id={event.correlationId} what="the correlation id" room={40} />
          </Fact>
        )}
        {event.causationId !== null && (
          <Fact name="Caused by">
            <CopyableId id={event.causationId} what="the id of the cause" room={40} />
          </Fact>
        )}
        <Fact name="Event id">
          <CopyableId id={event.id} what="the event id" room={40} />
        </Fact>
        <Fact name="Leaf hash">
          <CopyableId id={event.leafHash} what="the leaf hash" room={48} />
        </Fact>
      </dl>
    </div>
  </section>
);
