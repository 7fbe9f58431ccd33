import type { EventMetadata } from "../../event/toNewEvent.ts";
import type { Viewer } from "../../token/Viewer.ts";

/** How what a person does through an app is signed in the log. */
export const viewerEventMetadata = (viewer: Viewer): EventMetadata => ({
  actor: { type: "user", id: viewer.did },
  clientId: viewer.clientId,
  authorizationId: viewer.authorizationId,
  subjectDid: viewer.did
});
