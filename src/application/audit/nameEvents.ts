import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";
import { type RenderedEvent, renderEvent } from "./renderEvent.ts";

/** An event in words, with the current names of the accounts and apps it concerns. */
export interface NamedEvent extends RenderedEvent {
  readonly event: RecordedEvent;
  readonly handle: string | null;
  readonly actorHandle: string | null;
  readonly clientName: string | null;
}

const accountsOf = ({ actor, subjectDid }: RecordedEvent): ReadonlyArray<string> =>
  [subjectDid, actor.id].filter((id) => id !== null).filter((id) => id.startsWith("did:"));

/** Returns the name of an app by its client id; null for one that is not registered, or no longer. */
export const clientNameOf = Effect.fnUntraced(function* (clientId: string | null) {
  if (clientId === null) return null;
  const registry = yield* ClientRegistry;
  return Option.match(yield* Effect.orElseSucceed(registry.get(clientId), Option.none), {
    onNone: () => null,
    onSome: ({ name }) => name
  });
});

/** Looks up the names that events refer to, all at once and without a network request. */
export const nameEvents = Effect.fn("nameEvents")(function* (events: ReadonlyArray<RecordedEvent>) {
  const actors = yield* KnownActors;
  const dids = [...new Set(events.flatMap(accountsOf))];
  const handles: ReadonlyMap<string, string> = dids.length === 0 ? new Map() : yield* actors.handles(dids);
  const handleOf = (did: string | null) => (did === null ? null : (handles.get(did) ?? null));
  return yield* Effect.forEach(events, (event) =>
    Effect.map(
      clientNameOf(event.clientId),
      (clientName): NamedEvent => ({
        event,
        ...renderEvent(event),
        handle: handleOf(event.subjectDid),
        actorHandle: handleOf(event.actor.id),
        clientName
      })
    )
  );
});
