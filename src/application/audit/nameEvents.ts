import type { StoryPart } from "../../domain/audit/story/StoryPart.ts";
import { sentenceParts } from "../../domain/audit/story/sentenceParts.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { traced } from "../../domain/failure/traced.ts";
import { type NamedPart, nameParts, namesIn } from "./nameParts.ts";
import { registrationsBefore } from "./registrationsBefore.ts";
import { type RenderedEvent, renderEvent } from "./renderEvent.ts";

/** An event in words, with the current names of the accounts and apps it concerns. */
export interface NamedEvent extends RenderedEvent {
  readonly event: RecordedEvent;
  /** The sentence with names in place of identifiers. */
  readonly parts: ReadonlyArray<NamedPart>;
  readonly handle: string | null;
  readonly actorHandle: string | null;
  readonly clientName: string | null;
}

const account = (did: string | null): ReadonlyArray<StoryPart> =>
  did?.startsWith("did:") === true ? [{ is: "account", did }] : [];

/** What the members of an event refer to, beside its sentence. */
const membersOf = ({ actor, clientId, subjectDid }: RecordedEvent): ReadonlyArray<StoryPart> => [
  ...account(subjectDid),
  ...account(actor.id),
  ...(clientId === null ? [] : [{ is: "app", clientId } as const])
];

/** Looks up the names that events refer to, and what changes of apps replaced, without a network request. */
export const nameEvents = traced("nameEvents")(function* (events: ReadonlyArray<RecordedEvent>) {
  const replaced = yield* registrationsBefore(events);
  const rendered = events.map((event) => {
    const words = renderEvent(event, replaced.get(event.position));
    return { event, words, parts: sentenceParts(words.sentence, event) };
  });
  const names = yield* namesIn(rendered.flatMap(({ event, parts }) => [...membersOf(event), ...parts]));
  const handleOf = (did: string | null) => (did === null ? null : (names.handles.get(did) ?? null));
  return rendered.map(
    ({ event, parts, words }): NamedEvent => ({
      event,
      ...words,
      parts: nameParts(parts, names),
      handle: handleOf(event.subjectDid),
      actorHandle: handleOf(event.actor.id),
      clientName: event.clientId === null ? null : (names.clients.get(event.clientId) ?? null)
    })
  );
});
