import type { Authorization } from "../../domain/authorization/Authorization.ts";
import type { EventMetadata } from "../event/toNewEvent.ts";

/** How what a client does with its authorization is signed in the log. */
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
