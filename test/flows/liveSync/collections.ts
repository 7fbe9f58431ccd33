/** The open collection that gives most of the records. */
export const statuses = "xyz.statusphere.status";
/** A second collection, which `SYNC_AUTHORITIES` leaves closed. */
export const profiles = "app.neutral.actor.profile";
/** A collection that is in no Lexicon. */
export const others = "com.example.other";

/** The collections that GraphQL answers, with the names of their fields. */
export const fields: ReadonlyArray<readonly [collection: string, field: string]> = [
  [statuses, "xyzStatusphereStatus"],
  [profiles, "appNeutralActorProfile"]
];

/** The prefix that the flows set as `SYNC_AUTHORITIES`. */
export const openAuthorities = "xyz.statusphere";

/** The emoji of a status that is valid, and a text that is not. */
export const emojis = ["🌊", "👍", "🦋", "🥔", "🚀"];
export const tooLong = "not a single grapheme";

/** Whether a record is valid by its Lexicon, for what these flows write. */
export const isValid = (collection: string, value: unknown): boolean =>
  collection !== statuses || Object(value).status !== tooLong;
