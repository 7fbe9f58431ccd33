import * as Schema from "effect/Schema";
import { type StreamName, streamName } from "../event/StreamName.ts";
import { RetentionClass } from "./RetentionClass.ts";

/**
 * Events left the database for an archive, the file `file` whose SHA-256 is `sha256` (base64url). They were recorded
 * before `before`. What the database keeps of them is `rows` (see `rowsDigest`). The version of this event in its stream is
 * the number of the archive within its class.
 */
export class EventsArchived extends Schema.TaggedClass<EventsArchived>()("EventsArchived.v1", {
  class: RetentionClass,
  retainedDays: Schema.NonNegativeInt,
  before: Schema.String,
  count: Schema.Int.pipe(Schema.positive()),
  firstPosition: Schema.Int.pipe(Schema.positive()),
  lastPosition: Schema.Int.pipe(Schema.positive()),
  file: Schema.String,
  sha256: Schema.String,
  rows: Schema.String
}) {}

/** Returns the stream of the archives of a class. */
export const archiveStream = (of: RetentionClass): StreamName => streamName("archive", of);
