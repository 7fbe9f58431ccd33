import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import type { Did } from "../../domain/atproto/Did.ts";
import type { Authorization } from "../../domain/authorization/Authorization.ts";
import { ClientRegistry } from "../../domain/client/ClientRegistry.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { authorizations } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { ownedAuthorizations } from "./ownedAuthorizations.ts";

/** An authorization that a person granted and that is still going on. Times in Unix milliseconds. */
export interface ListedAuthorization {
  readonly authorizationId: string;
  readonly clientId: string;
  /** Null for a client that is not in the registry. */
  readonly clientName: string | null;
  readonly scope: string;
  readonly grantedAt: number;
  /** When tokens were last given out. */
  readonly usedAt: number;
  /** When it ends unless it is used again. */
  readonly expiresAt: number;
}

const listed = (state: Authorization, now: number) => {
  if (state._tag !== "Active" || now >= state.tokens.currentExpiresAt) return Option.none();
  const { granted, request, tokens } = state;
  return Option.some({
    authorizationId: request.authorizationId,
    clientId: request.clientId,
    scope: granted.scope,
    grantedAt: request.requestedAt,
    usedAt: tokens.replacedAt,
    expiresAt: tokens.currentExpiresAt
  });
};

/** What a person granted, the most recently used first; through one client only, where it is named. */
export const listAuthorizations = Effect.fn("listAuthorizations")(function* (did: Did, clientId: string | null) {
  const registry = yield* ClientRegistry;
  const now = yield* Clock.currentTimeMillis;
  const found = yield* ownedAuthorizations("authorization-of-did", did).pipe(
    Stream.mapEffect((id) => loadAggregate(authorizations, streamName("authorization", id)), { concurrency: 4 }),
    Stream.filterMap(({ state }) => listed(state, now)),
    Stream.filter((authorization) => clientId === null || authorization.clientId === clientId),
    Stream.mapEffect((authorization) =>
      Effect.map(registry.get(authorization.clientId), (client) => ({
        ...authorization,
        clientName: Option.match(client, { onNone: () => null, onSome: ({ name }) => name })
      }))
    ),
    Stream.runCollect
  );
  return [...found].sort((left, right) => right.usedAt - left.usedAt) satisfies ReadonlyArray<ListedAuthorization>;
});
