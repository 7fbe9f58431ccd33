import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { NewEvent } from "./Envelope.ts";
import type { EventLogUnavailable } from "./EventLog.ts";
import type { StreamName } from "./StreamName.ts";

/** What a stream can be found by. Keys are SHA-256 hashes in base64url, or identifiers. */
export type LookupKind =
  | "code"
  | "refresh-token"
  | "upstream-state"
  | "confirmation"
  | "setup-token"
  | "admin-session"
  | "admin-login"
  | "person-login"
  | ListedKind;

/** What somebody can have several streams of. Their keys are the owner, a space, and an identifier. */
export type ListedKind = "authorization-of-did" | "authorization-of-client";

export interface LookupKey {
  readonly kind: LookupKind;
  readonly key: string;
}

const indexed: Readonly<Record<string, ReadonlyArray<readonly [LookupKind, string]>>> = {
  "UpstreamLoginStarted.v1": [["upstream-state", "stateHash"]],
  "ConfirmationAsked.v1": [["confirmation", "confirmationHash"]],
  "CodeIssued.v1": [["code", "codeHash"]],
  "CodeExchanged.v1": [["refresh-token", "refreshHash"]],
  "TokensRefreshed.v1": [["refresh-token", "refreshHash"]],
  "SetupTokenIssued.v1": [["setup-token", "tokenHash"]],
  "AdminSignedIn.v1": [["admin-session", "sessionHash"]],
  "AdminLoginStarted.v1": [["admin-login", "stateHash"]],
  "PersonLoginStarted.v1": [["person-login", "stateHash"]]
};

/** The types of the events that make their stream findable. */
export const lookupTypes: ReadonlyArray<string> = [...Object.keys(indexed), "LoginCompleted.v1"];

/** The keys that an event makes its stream findable by: a pure function of the event, so a rebuild finds the same. */
export const lookupKeys = (event: Pick<NewEvent, "type" | "data" | "clientId">): ReadonlyArray<LookupKey> => [
  ...(indexed[event.type] ?? []).flatMap(([kind, field]) => {
    const key = event.data[field];
    return typeof key === "string" ? [{ kind, key }] : [];
  }),
  ...ownedKeys(event)
];

/** An authorization belongs to who signed in, and to the client; a login that failed belongs to nobody. */
const ownedKeys = ({
  clientId,
  data,
  type
}: Pick<NewEvent, "type" | "data" | "clientId">): ReadonlyArray<LookupKey> => {
  const { authorizationId, did } = data;
  if (type !== "LoginCompleted.v1" || typeof authorizationId !== "string" || typeof did !== "string") return [];
  const ofDid: LookupKey = { kind: "authorization-of-did", key: `${did} ${authorizationId}` };
  return clientId === null
    ? [ofDid]
    : [ofDid, { kind: "authorization-of-client", key: `${clientId} ${authorizationId}` }];
};

/** One of the streams of an owner: the identifier that its key ends with, to go on after, and its name. */
export interface ListedStream {
  readonly id: string;
  readonly stream: StreamName;
}

/**
 * Finds streams by hash. Its rows are written in the transaction of the append, so that a hit is never stale; a key
 * stays with the first stream that introduced it.
 */
export class Lookup extends Context.Tag("domain/Lookup")<
  Lookup,
  {
    readonly find: (kind: LookupKind, key: string) => Effect.Effect<Option.Option<StreamName>, EventLogUnavailable>;
    /** At most `limit` streams of an owner in the order of their identifiers, those after `after`; null for the first. */
    readonly list: (
      kind: ListedKind,
      owner: string,
      after: string | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ListedStream>, EventLogUnavailable>;
  }
>() {}
