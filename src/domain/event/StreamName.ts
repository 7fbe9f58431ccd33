import * as Schema from "effect/Schema";

/** The name of one aggregate's stream, such as `client-client_…`; at most 200 printable ASCII characters. */
export const StreamName = Schema.String.pipe(Schema.pattern(/^[!-~]{1,200}$/), Schema.brand("StreamName"));
export type StreamName = typeof StreamName.Type;

/** What a stream is of. */
export type StreamKind =
  | "client"
  | "instance"
  | "client-document"
  | "authorization"
  | "pushed-request"
  | "session"
  | "write"
  | "repository"
  | "setup"
  | "admin-session"
  | "admin-login"
  | "person-login"
  | "person-session";

/** The stream of one aggregate. */
export const streamName = (kind: StreamKind, id: string): StreamName => StreamName.make(`${kind}-${id}`);
