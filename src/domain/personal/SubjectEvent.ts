import * as Schema from "effect/Schema";

/**
 * From this event on, what is personal in events lies outside their leaves. Earlier events keep their bytes. `events` is
 * the number of events before.
 */
export class PersonalDataSeparated extends Schema.TaggedClass<PersonalDataSeparated>()("PersonalDataSeparated.v1", {
  events: Schema.NonNegativeInt
}) {}

/**
 * A person was erased: the key of what is personal in their events was deleted, and so were their records in the index.
 * `commitment` finds the person in a backup from before, and says nothing about them. `note` is what the operator stated
 * as the reason.
 */
export class SubjectErased extends Schema.TaggedClass<SubjectErased>()("SubjectErased.v1", {
  commitment: Schema.String,
  records: Schema.NonNegativeInt,
  note: Schema.NullOr(Schema.String)
}) {}

/** The events about personal data: streams `erasure-…` and `instance-personal-data`. */
export const SubjectEvent = Schema.Union(PersonalDataSeparated, SubjectErased);
export type SubjectEvent = typeof SubjectEvent.Type;
