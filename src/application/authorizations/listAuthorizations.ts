import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import type { Did } from "../../domain/atproto/Did.ts";
import { evolveAuthorization, initialAuthorization } from "../../domain/authorization/Authorization.ts";
import type { AuthorizationEvent } from "../../domain/authorization/AuthorizationEvent.ts";
import type { EndReason } from "../../domain/authorization/end/EndReason.ts";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import { decodeEvent } from "../../domain/event/DomainEvent.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { authorizations } from "../event/aggregates.ts";
import { endReasonOf } from "../sessions/findEndReason.ts";
import { ownedAuthorizations } from "./ownedAuthorizations.ts";

/** An authorization that a user granted. Times in Unix milliseconds. */
export interface ListedAuthorization {
  readonly authorizationId: string;
  readonly clientId: string;
  /** Null for a client that is not in the registry. */
  readonly clientName: string | null;
  readonly scope: string;
  readonly grantedAt: number;
  /** When tokens were last issued. */
  readonly usedAt: number;
  /** When it expires unless it is used again. */
  readonly expiresAt: number;
  /** When and why it ended; null for an active one. */
  readonly end: { readonly at: number; readonly reason: EndReason } | null;
}

/** Which authorizations to list: optionally those of one client only, and those that ended since a given time. */
interface ListOptions {
  readonly clientId: string | null;
  /** Unix milliseconds; null for active ones only. */
  readonly endedSince?: number | null;
}

const fold = (events: ReadonlyArray<AuthorizationEvent>) => events.reduce(evolveAuthorization, initialAuthorization);

/** Returns when and why an authorization ended. Expired tokens leave no event in the log. */
const endOf = (events: ReadonlyArray<AuthorizationEvent>, endedAt: number, expiresAt: number, now: number) =>
  Effect.map(endReasonOf(fold(events)), (reason): ListedAuthorization["end"] => {
    if (reason !== null) return { at: endedAt, reason };
    return now >= expiresAt ? { at: expiresAt, reason: "expired" } : null;
  });

const load = Effect.fnUntraced(function* (authorizationId: string, now: number) {
  const log = yield* EventLog;
  const history = yield* log.load(streamName("authorization", authorizationId));
  const decoded = yield* Effect.orDie(Effect.forEach(history, decodeEvent));
  const events = decoded.filter(authorizations.owns);
  const before = fold(events.filter(({ _tag }) => _tag !== "AuthorizationEnded.v1"));
  if (before._tag !== "Active") return Option.none();
  const ended = history.find(({ type }) => type === "AuthorizationEnded.v1");
  const { granted, request, tokens } = before;
  const { currentExpiresAt: expiresAt, replacedAt: usedAt } = tokens;
  return Option.some({
    authorizationId,
    clientId: request.clientId,
    scope: granted.scope,
    grantedAt: request.requestedAt,
    usedAt,
    expiresAt,
    end: yield* endOf(events, Date.parse(ended?.recordedAt ?? ""), expiresAt, now)
  });
});

/** Returns the authorizations that a user granted, the most recently used first. */
export const listAuthorizations = traced("listAuthorizations")(function* (
  did: Did,
  { clientId, endedSince = null }: ListOptions
) {
  const registry = yield* ClientRegistry;
  const now = yield* Clock.currentTimeMillis;
  const isWanted = ({ end }: Pick<ListedAuthorization, "end">) =>
    end === null || (endedSince !== null && end.at >= endedSince);
  const found = yield* ownedAuthorizations("authorization-of-did", did).pipe(
    Stream.mapEffect((id) => load(id, now), { concurrency: 4 }),
    Stream.filterMap((loaded) => loaded),
    Stream.filter((authorization) => clientId === null || authorization.clientId === clientId),
    Stream.filter(isWanted),
    Stream.mapEffect((authorization) =>
      Effect.map(Effect.orElseSucceed(registry.get(authorization.clientId), Option.none), (client) => ({
        ...authorization,
        clientName: Option.match(client, { onNone: () => null, onSome: ({ name }) => name })
      }))
    ),
    Stream.runCollect
  );
  return [...found].sort((left, right) => right.usedAt - left.usedAt) satisfies ReadonlyArray<ListedAuthorization>;
});
