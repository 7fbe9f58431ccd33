import * as Effect from "effect/Effect";
import type { AtUri } from "../../domain/atproto/AtUri.ts";
import { atUri } from "../../domain/atproto/AtUri.ts";
import type { Cid } from "../../domain/atproto/Cid.ts";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { type WriteAction, WriteRequested } from "../../domain/record/RecordWriteEvent.ts";
import type { RecordTarget } from "../../domain/record/Repository.ts";
import { allowsRecordWrite } from "../../domain/scope/Scope.ts";
import { appendEvents } from "../event/appendEvents.ts";
import type { Viewer } from "../token/Viewer.ts";
import { aboutViewer } from "./aboutViewer.ts";
import { MissingScope } from "./refusals.ts";

/** A write that the log knows of, with the address that the record has or will have. */
export interface Requested {
  readonly event: WriteRequested;
  readonly uri: AtUri;
}

/** Refuses what the scope of the authorization does not permit, before anything is sent or written down. */
export const requireWriteScope = (viewer: Viewer, collection: string, action: WriteAction) =>
  allowsRecordWrite(viewer.scope, collection, action)
    ? Effect.void
    : Effect.fail(new MissingScope({ scope: `repo:${collection}?action=${action}` }));

/** Writes down that a write is about to be sent, so that a crash after it can be settled by asking the PDS. */
export const requestWrite = (
  viewer: Viewer,
  action: WriteAction,
  target: RecordTarget,
  cid: Cid | null,
  swapCid: Cid | null
) =>
  Effect.gen(function* () {
    const writeId = `write_${yield* randomText(16)}`;
    const uri = atUri({ did: viewer.did, ...target });
    const { authorizationId, clientId, did } = viewer;
    const event = new WriteRequested({ writeId, authorizationId, clientId, did, action, uri, cid, swapCid });
    yield* appendEvents(streamName("write", writeId), 0, [event], aboutViewer(viewer)).pipe(
      Effect.catchTag("VersionConflict", Effect.die)
    );
    return { event, uri } satisfies Requested;
  });
