import type { EventMetadata } from "../../event/toNewEvent.ts";
import type { Viewer } from "../../token/Viewer.ts";

/** Returns the metadata of the events that a user causes through an app. */
export const viewerEventMetadata = (viewer: Viewer): EventMetadata => ({
  actor: { type: "user", id: viewer.did },
  clientId: viewer.clientId,
  authorizationId: viewer.authorizationId,
  subjectDid: viewer.did
});
