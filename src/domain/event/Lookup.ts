import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { NewEvent } from "./Envelope.ts";
import type { EventLogUnavailable } from "./EventLog.ts";
import type { StreamName } from "./StreamName.ts";

/** What a stream can be found by. Keys are SHA-256 hashes in base64url, or identifiers. */
export type LookupKind = "code" | "refresh-token" | "upstream-state" | "setup-token" | "admin-session";

export interface LookupKey {
  readonly kind: LookupKind;
  readonly key: string;
}

const indexed: Readonly<Record<string, ReadonlyArray<readonly [LookupKind, string]>>> = {
  "UpstreamLoginStarted.v1": [["upstream-state", "stateHash"]],
  "CodeIssued.v1": [["code", "codeHash"]],
  "CodeExchanged.v1": [["refresh-token", "refreshHash"]],
  "TokensRefreshed.v1": [["refresh-token", "refreshHash"]],
  "SetupTokenIssued.v1": [["setup-token", "tokenHash"]],
  "AdminSignedIn.v1": [["admin-session", "sessionHash"]]
};

/** The keys that an event makes its stream findable by: a pure function of the event, so a rebuild finds the same. */
export const lookupKeys = (event: Pick<NewEvent, "type" | "data">): ReadonlyArray<LookupKey> =>
  (indexed[event.type] ?? []).flatMap(([kind, field]) => {
    const key = event.data[field];
    return typeof key === "string" ? [{ kind, key }] : [];
  });

/**
 * Finds streams by hash. Its rows are written in the transaction of the append, so that a hit is never stale; a key
 * stays with the first stream that introduced it.
 */
export class Lookup extends Context.Tag("domain/Lookup")<
  Lookup,
  {
    readonly find: (kind: LookupKind, key: string) => Effect.Effect<Option.Option<StreamName>, EventLogUnavailable>;
  }
>() {}
