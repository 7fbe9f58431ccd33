import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { AuthorizationEnd } from "../../domain/authorization/AuthorizationEvent.ts";
import { endAuthorization } from "./endAuthorization.ts";
import { ownedAuthorizations } from "./ownedAuthorizations.ts";

/**
 * Ends every authorization of a client, one event each. Their PDSes are told by the outbox, so that a slow one keeps
 * nobody waiting. Answers how many were still going on. What was interrupted goes on when it is called again.
 */
export const endAuthorizationsOf = Effect.fn("endAuthorizationsOf")((clientId: string, reason: AuthorizationEnd) =>
  ownedAuthorizations("authorization-of-client", clientId).pipe(
    Stream.mapEffect(
      (authorizationId) =>
        Effect.map(endAuthorization({ authorizationId, reason, actor: { type: "system", id: null } }), ({ ended }) =>
          ended ? 1 : 0
        ),
      { concurrency: 4 }
    ),
    Stream.runFold(0, (count, ended) => count + ended)
  )
);
