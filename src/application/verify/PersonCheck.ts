import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { EventType } from "../../domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { StreamName } from "../../domain/event/StreamName.ts";
import { erasedSubject } from "../../domain/personal/erasedValue.ts";
import { valueAt } from "../../domain/personal/jsonPointer.ts";
import type { PersonalPart } from "../../domain/personal/PersonalPart.ts";
import type { Fault } from "../../domain/verification/Fault.ts";
import { LogCensus } from "../../domain/verification/LogCensus.ts";

const erasure: EventType = "SubjectErased.v1";
const erasureStream = "erasure-";

const uriOfErased = /^at:\/\/(did:erased:[^/]+)\//;

/** Returns the pseudonym that stands for an erased value, or null for a handle, which names nobody. */
const pseudonymIn = (event: RecordedEvent, { pointers: [pointer] }: PersonalPart): string | null => {
  const value = valueAt(event, pointer);
  return typeof value === "string" ? erasedSubject(uriOfErased.exec(value)?.[1] ?? value) : null;
};

/** Collects whose values are erased in the events of a log, and compares them with the erasures that the log records. */
export class PersonCheck {
  /** The first event that has no values of a person any longer, by pseudonym. */
  readonly #withoutValues = new Map<string, number>();
  readonly #erasures = new Map<string, number>();

  add(event: RecordedEvent): void {
    const { personal = [], position, stream, type } = event;
    if (type === erasure && stream.startsWith(erasureStream))
      this.#erasures.set(stream.slice(erasureStream.length), position);
    for (const part of personal) {
      const subject = part.salt === null ? pseudonymIn(event, part) : null;
      if (subject !== null && !this.#withoutValues.has(subject)) this.#withoutValues.set(subject, position);
    }
  }

  /** Returns the persons without values whose erasure is not among the events. */
  unexplained(): ReadonlyArray<readonly [subject: string, position: number]> {
    return [...this.#withoutValues].filter(([subject]) => !this.#erasures.has(subject));
  }

  erasures(): ReadonlyMap<string, number> {
    return this.#erasures;
  }
}

const missing = (position: number): Fault => ({
  position,
  part: "personal-data",
  reason: "the key of a person is missing, and no event records that the person was erased"
});

const returned = (position: number): Fault => ({
  position,
  part: "personal-data",
  reason: "the key of the person who was erased is stored again; a start of the service erases it"
});

const isStream = Schema.is(StreamName);

const isErased = Effect.fnUntraced(function* (subject: string) {
  const stream = `${erasureStream}${subject}`;
  if (!isStream(stream)) return false;
  return (yield* (yield* EventLog).load(stream)).some(({ type }) => type === erasure);
});

/** Returns what does not hold about erased persons; of those without a key, only the first. Erasures that were recorded meanwhile count. */
export const personFaults = Effect.fnUntraced(function* (persons: PersonCheck) {
  const faults: Array<Fault> = [];
  for (const [subject, position] of persons.unexplained())
    if (faults.length === 0 && !(yield* isErased(subject))) faults.push(missing(position));
  const erasures = persons.erasures();
  if (erasures.size === 0) return faults;
  for (const subject of yield* (yield* LogCensus).withKey([...erasures.keys()]))
    faults.push(returned(erasures.get(subject) ?? 0));
  return faults;
});
