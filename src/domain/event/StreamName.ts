import * as Schema from "effect/Schema";

/** The name of the stream of one aggregate, such as `client-client_…`: up to 200 printable ASCII characters. */
export const StreamName = Schema.String.pipe(Schema.pattern(/^[!-~]{1,200}$/), Schema.brand("StreamName"));
export type StreamName = typeof StreamName.Type;

/** The kind of aggregate that a stream belongs to. */
export type StreamKind =
  | "client"
  | "instance"
  | "client-document"
  | "authorization"
  | "pushed-request"
  | "session"
  | "write"
  | "repository"
  | "account"
  | "backfill"
  | "sync-source"
  | "setup"
  | "admin-session"
  | "admin-login"
  | "person-login"
  | "person-session"
  | "erasure"
  | "archive"
  | "verification"
  | "report"
  | "label"
  | "move-in"
  | "webhook";

/** Returns the name of the stream of an aggregate. */
export const streamName = (kind: StreamKind, id: string): StreamName => StreamName.make(`${kind}-${id}`);
