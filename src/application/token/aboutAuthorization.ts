import type { Authorization } from "../../domain/authorization/Authorization.ts";
import type { About } from "../event/describeEvent.ts";

/** How what a client does with its authorization is signed in the log. */
export const aboutAuthorization = (state: Authorization, authorizationId: string, clientId: string): About => ({
  actor: { type: "client", id: clientId },
  clientId,
  authorizationId,
  subjectDid: "granted" in state ? state.granted.did : null
});
