import * as Schema from "effect/Schema";
import { RecordedEvent } from "../../../domain/event/Envelope.ts";
import type { ArchivedContent } from "../../../domain/retention/ArchivedEvents.ts";
import type { EventRow } from "../log/eventRow.ts";

/** The type of the column in `EventRow`, which holds the JSON of a commitment where the leaf has one. */
const isColumn = (text: string | null): text is EventRow["subjectDid"] & string => text !== null;

const Committed = Schema.Union(Schema.NullOr(Schema.String), Schema.Struct({ commitment: Schema.String }));

/** An event in its committed form. */
const CommittedEvent = Schema.Struct({
  ...RecordedEvent.omit("position", "leafHash", "personal", "subjectDid", "actor").fields,
  subjectDid: Committed,
  actor: Schema.Struct({ type: RecordedEvent.fields.actor.fields.type, id: Committed })
});

const decode = Schema.decodeUnknownSync(CommittedEvent);

const columnOf = (value: typeof Committed.Type): string | null =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : value;

/** Returns the row that an event of an archive was. It throws for an event that is none, which no leaf hash covers. */
export const rowOfContent = ({ event, leafHash, position, sealed }: ArchivedContent): EventRow => {
  const { actor, subjectDid, ...others } = decode(event);
  const did = columnOf(subjectDid);
  return {
    ...others,
    position,
    leafHash,
    actorType: actor.type,
    actorId: columnOf(actor.id),
    subjectDid: isColumn(did) ? did : null,
    personal: sealed.length === 0 ? null : { groups: sealed }
  };
};
