import * as Schema from "effect/Schema";

/** A session that a browser was just given. `maxAge` in milliseconds. */
export const OpenedSession = Schema.Struct({ session: Schema.Redacted(Schema.String), maxAge: Schema.Number });
export type OpenedSession = typeof OpenedSession.Type;
