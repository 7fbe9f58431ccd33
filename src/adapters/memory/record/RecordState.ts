import * as HashMap from "effect/HashMap";
import * as Option from "effect/Option";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { Handle } from "../../../domain/atproto/Handle.ts";
import type { LexiconSet } from "../../../domain/lexicon/LexiconSet.ts";
import type { Actor } from "../../../domain/record/Actor.ts";
import type { IndexedRecord } from "../../../domain/record/IndexedRecord.ts";
import type { JsonObject } from "../../../domain/record/Json.ts";
import type { NamedRecord } from "../../../domain/record/operandValue.ts";
import { recordText } from "../../../domain/record/recordText.ts";

type Records = HashMap.HashMap<string, IndexedRecord>;

/** All that an index holds. It is never changed in place: an earlier state is a snapshot. */
export interface RecordState {
  readonly defined: ReadonlySet<string>;
  /** By collection, then by uri; of collections that are no longer defined too. */
  readonly records: HashMap.HashMap<string, Records>;
  /** By DID. */
  readonly actors: HashMap.HashMap<string, Actor>;
}

export const emptyState: RecordState = { defined: new Set(), records: HashMap.empty(), actors: HashMap.empty() };

const recordsOf = (state: RecordState, collection: string): Records =>
  state.defined.has(collection)
    ? Option.getOrElse(HashMap.get(state.records, collection), () => HashMap.empty())
    : HashMap.empty();

const withRecords = (state: RecordState, collection: string, records: Records): RecordState => ({
  ...state,
  records: HashMap.set(state.records, collection, records)
});

/** A copy that nobody else holds, with members in the order in which every index gives them. */
const copy = (value: JsonObject): JsonObject => JSON.parse(recordText(value));

export const define = (state: RecordState, { collections }: LexiconSet): RecordState => ({
  ...state,
  defined: new Set(collections.map(({ nsid }) => nsid))
});

export const put = (state: RecordState, record: IndexedRecord): RecordState =>
  state.defined.has(record.collection)
    ? withRecords(
        state,
        record.collection,
        HashMap.set(recordsOf(state, record.collection), record.uri, { ...record, value: copy(record.value) })
      )
    : state;

export const remove = (state: RecordState, uri: AtUri): RecordState => {
  const { collection } = recordAddress(uri);
  return state.defined.has(collection)
    ? withRecords(state, collection, HashMap.remove(recordsOf(state, collection), uri))
    : state;
};

export const putActor = (state: RecordState, { did, handle, pds }: Actor): RecordState => ({
  ...state,
  actors: HashMap.set(state.actors, did, {
    did,
    handle: handle ?? handleOf(state, did),
    pds: pds ?? pdsOf(state, did)
  })
});

const actor = (state: RecordState, did: string): Actor | null => Option.getOrNull(HashMap.get(state.actors, did));

export const handleOf = (state: RecordState, did: string): Handle | null => actor(state, did)?.handle ?? null;

export const pdsOf = (state: RecordState, did: string): string | null => actor(state, did)?.pds ?? null;

const named = (state: RecordState, record: IndexedRecord): NamedRecord => ({
  record,
  handle: handleOf(state, record.did)
});

export const findRecord = (state: RecordState, collection: string, uri: string): Option.Option<NamedRecord> =>
  Option.map(HashMap.get(recordsOf(state, collection), uri), (record) => named(state, record));

/** Every record of a collection, in no order. */
export const allRecords = (state: RecordState, collection: string): ReadonlyArray<NamedRecord> =>
  Array.from(HashMap.values(recordsOf(state, collection)), (record) => named(state, record));
