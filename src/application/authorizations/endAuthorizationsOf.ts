import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { AuthorizationEnd } from "../../domain/authorization/AuthorizationEvent.ts";
import { type Actor, systemActor } from "../../domain/event/Envelope.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { authorizations } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { endAuthorization } from "./endAuthorization.ts";
import { endedAuthorizationsOf } from "./endedAuthorizationsOf.ts";
import { ownedAuthorizations } from "./ownedAuthorizations.ts";

/** Selects authorizations: those of a client, of a user, or of a user with one client. */
export type Owners =
  | { readonly _tag: "OfClient"; readonly clientId: string }
  | { readonly _tag: "OfAccount"; readonly did: string; readonly clientId: string | null };

const isThrough = (authorizationId: string, clientId: string | null) =>
  clientId === null
    ? Effect.succeed(true)
    : Effect.map(
        loadAggregate(authorizations, streamName("authorization", authorizationId)),
        ({ state }) => "request" in state && state.request.clientId === clientId
      );

/** Most authorizations of a user have ended long ago, so those are left out without reading their events. */
const ownedByAccount = (did: string, clientId: string | null) =>
  Stream.unwrap(
    Effect.map(endedAuthorizationsOf(did), (ended) =>
      ownedAuthorizations("authorization-of-did", did).pipe(
        Stream.filter((id) => !ended.has(id)),
        Stream.filterEffect((id) => isThrough(id, clientId))
      )
    )
  );

const ownedBy = (owners: Owners) =>
  owners._tag === "OfClient"
    ? ownedAuthorizations("authorization-of-client", owners.clientId)
    : ownedByAccount(owners.did, owners.clientId);

/**
 * Ends every selected authorization, one event each. The outbox revokes their sessions, so that a slow PDS delays
 * nothing. Returns how many were active. An interrupted call is completed by calling it again.
 */
export const endAuthorizationsOf = traced("endAuthorizationsOf")(
  (owners: Owners, reason: AuthorizationEnd, actor: Actor = systemActor) =>
    ownedBy(owners).pipe(
      Stream.mapEffect(
        (authorizationId) =>
          Effect.map(endAuthorization({ authorizationId, reason, actor }), ({ ended }) => (ended ? 1 : 0)),
        { concurrency: 4 }
      ),
      Stream.runFold(0, (count, ended) => count + ended)
    )
);
