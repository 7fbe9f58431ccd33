import { withoutMiddle } from "../../components/CopyableId.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import type { AuditEvent } from "./AuditEvent.ts";
import { partAddress } from "./partAddress.ts";

interface PartyProps {
  readonly id: string;
  readonly name: string;
  readonly to: string | null;
}

const Party = ({ id, name, to }: PartyProps) =>
  to === null ? (
    <span title={id}>{name}</span>
  ) : (
    <AppLink className="name" to={to} title={id}>
      {name}
    </AppLink>
  );

/** The account that an event is about, otherwise who caused it, and the app that was used. */
export const EventParties = ({ event }: { readonly event: AuditEvent }) => {
  const { actorHandle, actorId, actorType, clientId, clientName, handle } = event;
  const did = event.did ?? (actorId?.startsWith("did:") === true ? actorId : null);
  const known = event.did === null ? actorHandle : handle;
  return (
    <span className="event-who">
      {did === null ? (
        clientId === null && actorType
      ) : (
        <Party id={did} name={known ?? withoutMiddle(did, 20)} to={partAddress({ did, clientId: null, uri: null })} />
      )}
      {clientId !== null && (
        <>
          {did !== null && " via "}
          <Party
            id={clientId}
            name={clientName ?? withoutMiddle(clientId, 20)}
            to={partAddress({ did: null, clientId, uri: null })}
          />
        </>
      )}
    </span>
  );
};
