import type { StreamKind, StreamName } from "./StreamName.ts";

/**
 * What an event of an unknown type can affect: no read model, only the aggregate of its stream, or anything.
 */
export type EventReach = "nothing" | "its-stream" | "anything";

/**
 * The reach of unknown events by the kind of their stream. Read models are folded from the streams of clients,
 * authorizations and Lexicons; decisions load their own stream. A new kind does not compile until it is listed.
 */
const reaches: Readonly<Record<StreamKind | "lexicons" | "admins", EventReach>> = {
  client: "its-stream",
  authorization: "its-stream",
  lexicons: "its-stream",
  instance: "anything",
  "client-document": "nothing",
  "pushed-request": "nothing",
  session: "nothing",
  write: "nothing",
  repository: "nothing",
  account: "nothing",
  backfill: "nothing",
  "sync-source": "nothing",
  setup: "nothing",
  admins: "nothing",
  "admin-session": "nothing",
  "admin-login": "nothing",
  "person-login": "nothing",
  "person-session": "nothing",
  erasure: "nothing",
  archive: "nothing",
  verification: "nothing",
  report: "nothing",
  label: "nothing",
  "move-in": "nothing",
  webhook: "nothing"
};

/** The longest come first, because `client-document-…` is not of the kind `client`. */
const kinds = Object.entries(reaches).sort(([left], [right]) => right.length - left.length);

/** Returns what an unknown event of a stream can affect: anything, for a stream of an unknown kind. */
export const eventReach = (stream: StreamName): EventReach =>
  kinds.find(([kind]) => stream === kind || stream.startsWith(`${kind}-`))?.[1] ?? "anything";
