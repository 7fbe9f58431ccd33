import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { Subjects } from "../../../domain/personal/Subjects.ts";
import type { Actor } from "../../../domain/record/index/Actor.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import type { DeadLetter } from "../../../domain/sync/DeadLetters.ts";
import { RepositorySignatures } from "../../../domain/sync/repository/RepositorySignatures.ts";
import type { CommitEvent, RepoEvent, SourceEvent, UndecodableEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import type { SyncSource } from "../../../domain/sync/stream/SyncSource.ts";
import { statedRecord } from "../../../domain/sync/stream/statedRecord.ts";
import type { CheckedBatch, CheckedEvent, PositionedEvent } from "./CheckedBatch.ts";
import { type CollectionsInUse, collectionsInUse } from "./CollectionsInUse.ts";
import { checkRecords, type OperationValue } from "./checkRecords.ts";
import { checkSigned } from "./checkSigned.ts";
import { LiveSyncSettings } from "./LiveSyncSettings.ts";
import type { SigningIdentities } from "./SigningIdentities.ts";

/** How many commits are verified at once: enough that signatures are verified while other commits are read. */
const verificationConcurrency = 128;

/** What events are checked against. */
interface Rules {
  readonly set: LexiconSet;
  readonly inUse: CollectionsInUse;
}

interface Checking extends Rules {
  readonly source: SyncSource;
  readonly receivedAt: number;
  readonly known: ReadonlyMap<Did, Actor>;
  readonly identities: SigningIdentities;
  readonly sha256: RepositorySignatures["Type"]["sha256"];
}

/** The rules of the active Lexicons. They are derived once for each set. */
const rulesOf = new WeakMap<LexiconSet, Rules>();

const currentRules = Effect.gen(function* () {
  const set = yield* (yield* LexiconCatalog).current;
  const { openCollections } = yield* LiveSyncSettings;
  const rules = rulesOf.get(set) ?? { set, inUse: collectionsInUse(set, openCollections) };
  rulesOf.set(set, rules);
  return rules;
});

/** Whether a commit may have a record of an open collection. */
const mayIntroduce = ({ operations }: CommitEvent, inUse: CollectionsInUse): boolean =>
  operations.some(({ action, collection }) => action !== "delete" && inUse.get(collection)?.access === "open");

const concernsUse = ({ operations }: CommitEvent, inUse: CollectionsInUse): boolean =>
  operations.some(({ collection }) => inUse.has(collection));

/** Whether an event can concern this instance if its author is known. */
const mayConcern = (event: RepoEvent, inUse: CollectionsInUse): event is Exclude<RepoEvent, UndecodableEvent> => {
  switch (event._tag) {
    case "Commit":
      return event.content._tag !== "Stated" || concernsUse(event, inUse);
    case "Undecodable":
    case "Ignored":
      return false;
    default:
      return true;
  }
};

const letterOf = (event: UndecodableEvent, { kind }: SyncSource, receivedAt: number): DeadLetter => ({
  source: kind,
  did: event.did,
  collection: null,
  uri: null,
  cid: null,
  rev: null,
  reason: "undecodable",
  detail: event.reason,
  value: null,
  bytes: event.bytes,
  receivedAt
});

/** Returns the records of a commit that nobody signed, as far as their collections are in use. */
const statedValues = (
  { operations }: CommitEvent,
  values: ReadonlyArray<JsonObject | null>,
  { inUse, sha256 }: Checking
): ReadonlyArray<OperationValue> =>
  operations.map(({ cid, collection }, at) => {
    const value = values[at] ?? null;
    const used = inUse.get(collection);
    if (cid === null || used === undefined) return null;
    return value === null ? Either.left("not-a-map") : statedRecord(value, cid, used.nsid, sha256);
  });

const checkStated = (
  event: CommitEvent,
  values: ReadonlyArray<JsonObject | null>,
  checking: Checking
): CheckedEvent => {
  const { did, operations, rev } = event;
  const { inUse, receivedAt, set, source } = checking;
  const commit = { did, rev, operations, values: statedValues(event, values, checking) };
  return { _tag: "Checked", did, link: null, ...checkRecords(set, inUse, commit, { source: source.kind, receivedAt }) };
};

const checkCommit = (
  event: CommitEvent,
  checking: Checking
): Effect.Effect<CheckedEvent, never, RepositorySignatures> => {
  const { content, did, rev } = event;
  switch (content._tag) {
    case "TooBig":
      return Effect.succeed({ _tag: "Gap", did, rev, reason: "too-big" });
    case "Signed":
      return checkSigned(event, content, checking);
    case "Stated":
      return Effect.succeed(checkStated(event, content.values, checking));
  }
};

const checkEvent = (
  event: RepoEvent,
  checking: Checking
): Effect.Effect<CheckedEvent | null, never, RepositorySignatures> => {
  switch (event._tag) {
    case "Commit":
      return checking.known.has(event.did) || mayIntroduce(event, checking.inUse)
        ? checkCommit(event, checking)
        : Effect.succeed(null);
    case "State":
    case "Identity":
    case "Account":
      return Effect.succeed(event);
    case "Undecodable":
    case "Ignored":
      return Effect.succeed(null);
  }
};

/** Returns the collections in use of which the events change records. */
const collectionsOf = (events: ReadonlyArray<SourceEvent>, inUse: CollectionsInUse): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const { event } of events) {
    if (event._tag !== "Commit") continue;
    for (const { collection } of event.operations) if (inUse.has(collection)) found.add(collection);
  }
  return found;
};

/** Signed commits are verified several at once; everything else is checked at once anyway. */
const concurrencyFor = (events: ReadonlyArray<SourceEvent>): number =>
  events.some(({ event }) => event._tag === "Commit" && event.content._tag === "Signed") ? verificationConcurrency : 1;

const didsOf = (events: ReadonlyArray<SourceEvent>): ReadonlySet<Did> =>
  new Set(events.flatMap(({ event }) => ("did" in event && event.did !== null ? [event.did] : [])));

/**
 * Checks events of a source: leaves out what does not concern this instance and what is of accounts that were erased, verifies what is signed, and validates the
 * records. `recent` are accounts that became known in batches which may not be stored yet.
 */
export const checkBatch = Effect.fnUntraced(function* (
  events: ReadonlyArray<SourceEvent>,
  source: SyncSource,
  identities: SigningIdentities,
  recent: ReadonlyMap<Did, Actor>
) {
  const rules = yield* currentRules;
  const receivedAt = yield* Clock.currentTimeMillis;
  const concerning = events.filter(({ event }) => mayConcern(event, rules.inUse));
  const blocked = yield* (yield* Subjects).blocked([...didsOf(concerning)]);
  const candidates = concerning.filter(
    ({ event }) => !("did" in event && event.did !== null && blocked.has(event.did))
  );
  const dids = didsOf(candidates);
  const stored = dids.size === 0 ? new Map<Did, Actor>() : yield* (yield* KnownActors).actors([...dids]);
  const known = new Map(stored);
  for (const did of dids) {
    const actor = recent.get(did);
    if (actor !== undefined && !known.has(did)) known.set(did, actor);
  }
  const resolved = new Map<Did, Actor>();
  const { sha256 } = yield* RepositorySignatures;
  const checking = { ...rules, source, receivedAt, known, identities: identities.forBatch(known, resolved), sha256 };
  const checked = yield* Effect.forEach(
    candidates,
    ({ cursor, event }) =>
      Effect.map(
        checkEvent(event, checking),
        (found): ReadonlyArray<PositionedEvent> => (found === null ? [] : [{ cursor, event: found }])
      ),
    { concurrency: concurrencyFor(candidates) }
  );
  const last = events.at(-1);
  return {
    events: checked.flat(),
    undecodable: events.flatMap(({ event }) =>
      event._tag === "Undecodable" ? [letterOf(event, source, receivedAt)] : []
    ),
    resolved,
    cursors: events.map(({ cursor }) => cursor),
    cursor: last?.cursor ?? 0,
    time: last?.time ?? null,
    collections: collectionsOf(events, rules.inUse),
    received: events.length
  } satisfies CheckedBatch;
});
