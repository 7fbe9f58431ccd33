import * as HashMap from "effect/HashMap";
import * as Option from "effect/Option";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Handle } from "../../../domain/atproto/Handle.ts";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import type { Takedown } from "../../../domain/label/LabelStore.ts";
import { subjectText } from "../../../domain/label/LabelSubject.ts";
import { type SelfLabelProperty, selfLabelProperties } from "../../../domain/label/selfLabels.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import type { Actor, SeenActor } from "../../../domain/record/index/Actor.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import type {
  AdminScope,
  RecordRange,
  RecordRemoval,
  RecordVersion
} from "../../../domain/record/index/RecordIndex.ts";
import type { RememberedRemoval } from "../../../domain/record/index/RemovedRecords.ts";
import type { NamedRecord } from "../../../domain/record/query/operandValue.ts";
import type { Instant } from "../../../domain/record/value/instant.ts";
import { recordText } from "../../../domain/record/value/recordText.ts";
import { type AccountReferences, accountReferences } from "../../../domain/reference/accountReferences.ts";
import { type SearchableProperty, searchableProperties } from "../../../domain/search/searchableProperties.ts";
import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";
import { type ChangeLog, emptyChangeLog } from "./ChangeLog.ts";
import { emptyLabels, type LabelState } from "./LabelState.ts";

type Records = HashMap.HashMap<string, IndexedRecord>;

/** The immutable state of an index. An earlier state is a snapshot. */
export interface RecordState {
  readonly defined: ReadonlySet<string>;
  /** How the records of each defined collection refer to accounts. */
  readonly references: ReadonlyMap<string, AccountReferences>;
  /** The properties of each defined collection that hold labels of the author. */
  readonly selfLabels: ReadonlyMap<string, ReadonlyArray<SelfLabelProperty>>;
  /** The searchable properties of the collections that are defined. */
  readonly searchable: ReadonlyMap<string, ReadonlyArray<SearchableProperty>>;
  /** Records by collection and URI, including collections that are no longer defined. */
  readonly records: HashMap.HashMap<string, Records>;
  /** The latest commits that deleted a record, by URI. */
  readonly removed: HashMap.HashMap<string, RememberedRemoval>;
  /** By DID. */
  readonly actors: HashMap.HashMap<string, Actor>;
  /** The statuses of hidden accounts, by DID. Their records stay in `records`, and queries leave them out. */
  readonly hidden: HashMap.HashMap<string, AccountStatus>;
  /** Until when users have seen their notifications, by DID. */
  readonly seen: HashMap.HashMap<string, Instant>;
  readonly changeLog: ChangeLog;
  /** What labels hide, by the text of the subject. */
  readonly takedowns: HashMap.HashMap<string, Takedown>;
  readonly labels: LabelState;
}

export const emptyState: RecordState = {
  defined: new Set(),
  references: new Map(),
  selfLabels: new Map(),
  searchable: new Map(),
  records: HashMap.empty(),
  removed: HashMap.empty(),
  actors: HashMap.empty(),
  hidden: HashMap.empty(),
  seen: HashMap.empty(),
  changeLog: emptyChangeLog,
  takedowns: HashMap.empty(),
  labels: emptyLabels
};

const recordsOf = (state: RecordState, collection: string): Records =>
  state.defined.has(collection)
    ? Option.getOrElse(HashMap.get(state.records, collection), () => HashMap.empty())
    : HashMap.empty();

const withRecords = (state: RecordState, collection: string, records: Records): RecordState => ({
  ...state,
  records: HashMap.set(state.records, collection, records)
});

/** Returns a copy with members in the canonical order of all index implementations. */
const copy = (value: JsonObject): JsonObject => JSON.parse(recordText(value));

export const define = (state: RecordState, { collections, objects }: LexiconSet): RecordState => ({
  ...state,
  defined: new Set(collections.map(({ nsid }) => nsid)),
  references: new Map(collections.map((each) => [each.nsid, accountReferences(each, objects)])),
  selfLabels: new Map(collections.map((collection) => [collection.nsid, selfLabelProperties(collection)])),
  searchable: new Map(
    collections.map((collection) => [collection.nsid, searchableProperties(collection, objects)] as const)
  )
});

/** Whether a commit is known to be later than another. Unknown for a commit without a revision. */
const isLater = (rev: string | null, than: string | null): boolean => rev !== null && than !== null && rev > than;

const later = (rev: string | null, other: string | null): string | null =>
  isLater(other, rev) ? other : (rev ?? other);

const there = (state: RecordState, collection: string, uri: string): IndexedRecord | null =>
  Option.getOrNull(HashMap.get(recordsOf(state, collection), uri));

const removedBy = (state: RecordState, uri: string): string | null =>
  Option.getOrNull(HashMap.get(state.removed, uri))?.rev ?? null;

export const put = (state: RecordState, record: IndexedRecord): RecordState => {
  const { cid, collection, rev, uri } = record;
  const before = there(state, collection, uri);
  const isOutdated = isLater(before?.rev ?? null, rev) || isLater(removedBy(state, uri), rev);
  if (!state.defined.has(collection) || isOutdated) return state;
  const next = {
    ...record,
    rev: later(rev, before?.rev ?? null),
    indexedAt: before?.cid === cid ? before.indexedAt : record.indexedAt,
    value: copy(record.value)
  };
  return withRecords(state, collection, HashMap.set(recordsOf(state, collection), uri, next));
};

/** Removes a record at a time, in Unix milliseconds. */
export const remove = (state: RecordState, uri: AtUri, rev: string | null, removedAt: number): RecordState => {
  const { collection } = recordAddress(uri);
  if (!state.defined.has(collection)) return state;
  const by = later(rev, removedBy(state, uri));
  const withDeletion =
    rev === null || by === null
      ? state
      : { ...state, removed: HashMap.set(state.removed, uri, { rev: by, removedAt }) };
  return isLater(there(state, collection, uri)?.rev ?? null, rev)
    ? withDeletion
    : withRecords(withDeletion, collection, HashMap.remove(recordsOf(state, collection), uri));
};

/** Removes records at a time, in Unix milliseconds. */
export const removeAll = (state: RecordState, removals: ReadonlyArray<RecordRemoval>, removedAt: number): RecordState =>
  removals.reduce((before, { rev, uri }) => remove(before, uri, rev, removedAt), state);

/** Returns those of some versions that are stored, with their revisions. */
export const unchanged = (
  state: RecordState,
  versions: ReadonlyArray<Pick<RecordVersion, "uri" | "cid">>
): ReadonlyArray<RecordRemoval> =>
  versions.flatMap(({ cid, uri }) => {
    const stored = there(state, recordAddress(uri).collection, uri);
    return stored?.cid === cid ? [{ uri, rev: stored.rev }] : [];
  });

/** Returns the URIs of all records of an account, or of everyone, in every collection that was ever defined. */
export const urisOf = ({ records }: RecordState, did: Did | null): ReadonlyArray<AtUri> =>
  Array.from(HashMap.values(records)).flatMap((some) =>
    Array.from(HashMap.values(some)).flatMap((one) => (did === null || one.did === did ? [one.uri] : []))
  );

/** Returns the total number of records. */
export const countAll = ({ records }: RecordState): number =>
  Array.from(HashMap.values(records)).reduce((total, some) => total + HashMap.size(some), 0);

/** Returns the state without records. Deletions are retained. */
export const clear = (state: RecordState): RecordState => ({ ...state, records: HashMap.empty() });

export const hide = (state: RecordState, did: Did, status: AccountStatus): RecordState => ({
  ...state,
  hidden: HashMap.set(state.hidden, did, status)
});

export const show = (state: RecordState, did: Did): RecordState => ({
  ...state,
  hidden: HashMap.remove(state.hidden, did)
});

/** Hides the records of an account, or one record, because of a label. */
export const takeDown = (state: RecordState, takedown: Takedown): RecordState => ({
  ...state,
  takedowns: HashMap.set(state.takedowns, subjectText(takedown.subject), takedown)
});

export const restore = (state: RecordState, subject: Takedown["subject"]): RecordState => ({
  ...state,
  takedowns: HashMap.remove(state.takedowns, subjectText(subject))
});

/** Returns the state without the records of an account. */
export const removeAccount = (state: RecordState, did: Did): RecordState => ({
  ...state,
  records: HashMap.map(state.records, (records) => HashMap.filter(records, (one) => one.did !== did))
});

/** Returns the state without the records and the seen marker of an account, which it hides. */
export const erase = (state: RecordState, did: Did): RecordState =>
  hide({ ...removeAccount(state, did), seen: HashMap.remove(state.seen, did) }, did, "deleted");

/** Moves the seen marker of a user to a time, unless it is later already. */
export const markSeen = (state: RecordState, did: Did, at: Instant): RecordState => {
  const before = Option.getOrElse(HashMap.get(state.seen, did), () => at);
  return { ...state, seen: HashMap.set(state.seen, did, before > at ? before : at) };
};

/** Stores what is known of an author, and takes the handle from any other. */
export const setIdentity = (state: RecordState, actor: Actor): RecordState => {
  const isTaken = (other: Actor) => other.handle !== null && other.handle === actor.handle;
  const others = HashMap.map(state.actors, (other) => (isTaken(other) ? { ...other, handle: null } : other));
  return { ...state, actors: HashMap.set(others, actor.did, actor) };
};

export const putActor = (state: RecordState, { did, handle, pds, signingKey = null }: SeenActor): RecordState => {
  const before = actor(state, did);
  return setIdentity(state, {
    did,
    handle: handle ?? before?.handle ?? null,
    pds: pds ?? before?.pds ?? null,
    signingKey: signingKey ?? before?.signingKey ?? null
  });
};

/** Returns the entries of a map for some keys. */
export const select = <A>(entries: HashMap.HashMap<string, A>, dids: ReadonlyArray<Did>): ReadonlyMap<Did, A> =>
  new Map(
    dids.flatMap((did) => {
      const found = Option.getOrNull(HashMap.get(entries, did));
      return found === null ? [] : [[did, found] as const];
    })
  );

const actor = (state: RecordState, did: string): Actor | null => Option.getOrNull(HashMap.get(state.actors, did));

export const handleOf = (state: RecordState, did: string): Handle | null => actor(state, did)?.handle ?? null;

/** Returns the handles of accounts that have one. */
export const handlesOf = (state: RecordState, dids: ReadonlyArray<string>): ReadonlyMap<string, Handle> =>
  new Map(
    dids.flatMap((did) => {
      const handle = handleOf(state, did);
      return handle === null ? [] : [[did, handle] as const];
    })
  );

export const findByHandle = (state: RecordState, handle: Handle): Option.Option<Did> =>
  Option.map(
    HashMap.findFirst(state.actors, (actor) => actor.handle === handle),
    ([, { did }]) => did
  );

/** Returns the DIDs of the first accounts after a DID. */
export const listActors = ({ actors }: RecordState, after: Did | null, limit: number): ReadonlyArray<Did> =>
  Array.from(HashMap.values(actors), ({ did }) => did)
    .filter((did) => after === null || did > after)
    .sort()
    .slice(0, limit);

type Address = Pick<IndexedRecord, "did" | "uri">;

const isTakenDown = ({ takedowns }: RecordState, { did, uri }: Address): boolean =>
  HashMap.has(takedowns, did) || HashMap.has(takedowns, uri);

/** Whether a record is hidden by the status of its account, or by a takedown, unless its author asks. */
export const isHidden = (state: RecordState, record: Address, author: Did | null = null): boolean =>
  HashMap.has(state.hidden, record.did) || (record.did !== author && isTakenDown(state, record));

/** Who reads records: everybody, an author, who also sees what a takedown hides of their own, or an admin. */
export type RecordReader = Did | AdminScope | null;

const isRead = (state: RecordState, record: Address, reader: RecordReader): boolean => {
  if (reader === "all") return true;
  return reader === "hidden" ? isHidden(state, record) : !isHidden(state, record, reader);
};

/** Returns the number of visible records of a collection. */
export const countRecords = (state: RecordState, collection: string): number =>
  HashMap.size(HashMap.filter(recordsOf(state, collection), (record) => !isHidden(state, record)));

export const pdsOf = (state: RecordState, did: string): string | null => actor(state, did)?.pds ?? null;

const named = (state: RecordState, record: IndexedRecord): NamedRecord => ({
  record,
  handle: handleOf(state, record.did)
});

/** Returns a record, visible or not. */
export const findRecord = (state: RecordState, uri: AtUri): Option.Option<IndexedRecord> =>
  HashMap.get(recordsOf(state, recordAddress(uri).collection), uri);

/** Returns a record that a reader sees. */
export const visibleRecord = (
  state: RecordState,
  collection: string,
  uri: string,
  reader: RecordReader
): Option.Option<NamedRecord> =>
  HashMap.get(recordsOf(state, collection), uri).pipe(
    Option.filter((record) => isRead(state, record, reader)),
    Option.map((record) => named(state, record))
  );

/** Returns the versions of the first records of a range, sorted by key. */
export const list = (
  state: RecordState,
  { collection, did, from, upTo }: RecordRange,
  limit: number
): ReadonlyArray<RecordVersion> =>
  Array.from(HashMap.values(recordsOf(state, collection)))
    .filter((record) => record.did === did)
    .filter(({ rkey }) => (from === null || rkey >= from) && (upTo === null || rkey <= upTo))
    .sort((left, right) => (left.rkey < right.rkey ? -1 : 1))
    .slice(0, limit)
    .map(({ uri, cid, rev }) => ({ uri, cid, rev }));

/** Returns the first records of a collection after an address, sorted by address. */
export const scan = (
  state: RecordState,
  collection: Nsid,
  after: AtUri | null,
  limit: number
): ReadonlyArray<IndexedRecord> =>
  Array.from(HashMap.values(recordsOf(state, collection)))
    .filter(({ uri }) => after === null || uri > after)
    .sort((left, right) => (left.uri < right.uri ? -1 : 1))
    .slice(0, limit);

/** Returns the records of a collection that a reader sees, unsorted. */
export const visibleRecords = (
  state: RecordState,
  collection: string,
  reader: RecordReader
): ReadonlyArray<NamedRecord> =>
  Array.from(HashMap.values(recordsOf(state, collection))).flatMap((record) =>
    isRead(state, record, reader) ? [named(state, record)] : []
  );
