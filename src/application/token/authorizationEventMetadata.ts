import type { Authorization } from "../../domain/authorization/Authorization.ts";
import type { EventMetadata } from "../event/toNewEvent.ts";

/** Returns the metadata of the events that a client causes with its authorization. */
export const authorizationEventMetadata = (
  state: Authorization,
  authorizationId: string,
  clientId: string
): EventMetadata => ({
  actor: { type: "client", id: clientId },
  clientId,
  authorizationId,
  subjectDid: "granted" in state ? state.granted.did : null
});
