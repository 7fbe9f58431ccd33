import type * as HashMap from "effect/HashMap";
import type * as HashSet from "effect/HashSet";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import type { LookupKind } from "../../../domain/event/Lookup.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import type { Subject } from "../../../domain/personal/Subjects.ts";
import type { ArchivedRow } from "../../../domain/retention/ArchivedRow.ts";

/** The events in this process, and what follows from them in the same transaction. */
export interface LogState {
  readonly head: number;
  /** One growing array shared by all states. The events of a state are those up to its head. */
  readonly events: Array<RecordedEvent>;
  readonly streams: HashMap.HashMap<StreamName, ReadonlyArray<RecordedEvent>>;
  readonly lookups: HashMap.HashMap<string, StreamName>;
  readonly ids: HashSet.HashSet<string>;
  readonly subjects: HashMap.HashMap<Did, Subject>;
  readonly erased: HashSet.HashSet<Did>;
  /** What is kept of archived events, by position. The log does not return these events. */
  readonly archived: ReadonlyMap<number, ArchivedRow>;
}

/** Returns the name under which a look-up is stored. */
export const lookupName = (kind: LookupKind, key: string): string => `${kind} ${key}`;
