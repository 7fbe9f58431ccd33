import * as Schema from "effect/Schema";

/** A session that was just opened for a browser. `maxAge` in milliseconds. */
export const OpenedSession = Schema.Struct({ session: Schema.Redacted(Schema.String), maxAge: Schema.Number });
export type OpenedSession = typeof OpenedSession.Type;
