import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Clock from "effect/Clock";
import * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { emptyLexiconSet, type LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { cdnBlobUrl, defaultCdn } from "../../../domain/record/blob/blobUrl.ts";
import type { SeenActor } from "../../../domain/record/index/Actor.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import {
  type AdminScope,
  defaultMaxResponseBytes,
  RecordIndex,
  RecordIndexUnavailable,
  type RecordRemoval,
  type RecordVersion,
  tooLarge
} from "../../../domain/record/index/RecordIndex.ts";
import type { ParameterValue, RecordQuery } from "../../../domain/record/query/RecordQuery.ts";
import { SearchRefused } from "../../../domain/search/SearchRefused.ts";
import { databaseError, failureReason, isRejection } from "../connection/failureReason.ts";
import { inTransaction, pipelined } from "../connection/transactions.ts";
import type { ReadFailure } from "../reads/CoalescedRead.ts";
import { RowReader } from "../reads/RowReader.ts";
import {
  eraseRecords,
  hideRecords,
  removeAccountRecords,
  restoreRecords,
  showRecords,
  takeDownRecords
} from "./accountRecords.ts";
import { indexReferences, markSeen } from "./accountReferences.ts";
import { clearRecords } from "./clearRecords.ts";
import { CountStates } from "./count/CountStates.ts";
import { readCountStates } from "./count/completeCounts.ts";
import { defineTable, fillTable } from "./define/defineTable.ts";
import { hiddenAuthors } from "./hiddenAuthors.ts";
import type { CompiledStatement } from "./query/compileStatement.ts";
import { queryCompiler } from "./query/queryCompiler.ts";
import { readSearchStates } from "./search/readSearchStates.ts";
import type { SearchStates } from "./search/SearchStates.ts";
import { noSearch } from "./search/TableSearch.ts";
import { schema } from "./sql/sqlNames.ts";
import { storedRecords } from "./storedRecords.ts";
import { Forgetting } from "./table/Forgetting.ts";
import { putHiddenText, removeHiddenText } from "./table/hiddenStatements.ts";
import { hiddenValues, storedValues, transposed } from "./table/recordRows.ts";
import { forgetRemovalsText, lockAccountsText, rememberRemovalsText } from "./table/removalStatements.ts";
import { type StoredCollection, type StoredCollections, storedCollections } from "./table/StoredCollection.ts";
import { putAllValues } from "./table/tableStatements.ts";

interface RecordIndexPostgresOptions {
  /** The CDN that serves images; by default that of the Bluesky network. */
  readonly cdn?: string;
  /** How long a query may take; 5 seconds by default. */
  readonly timeout?: Duration.DurationInput;
  /** The number of bytes that a result may have, and that may be read for it; 16,000,000 by default. */
  readonly answerBytes?: number;
  /** What is known of the collections that can be searched; null, the default, if none can be. */
  readonly searches?: SearchStates | null;
  /** What is known of the numbers of records that are kept; by default what `define` finds. */
  readonly counts?: CountStates;
}

type Operation = RecordIndexUnavailable["operation"];

const unavailable = (operation: Operation) => (cause: SqlError) =>
  new RecordIndexUnavailable({ operation, reason: isRejection(cause) ? "rejected" : failureReason(cause), cause });

/** The SQLSTATE of `require_words`, whose message is the collection. */
const wordsAreMissing = "TM540";

const readFailed = (cause: ReadFailure) => {
  const error = databaseError(cause);
  if (error?.code === wordsAreMissing)
    return new SearchRefused({ reason: "not-ready", collection: error.message, field: null });
  if (cause._tag === "SqlError") return unavailable("query")(cause);
  const reason = cause._tag === "ReadTimedOut" ? "timeout" : "too-large";
  return new RecordIndexUnavailable({ operation: "query", reason, cause });
};

/** Whether an account, or the record itself, is among what `lockAccounts` returned. */
const isHidden = (hidden: ReadonlySet<string>, { did, uri }: { readonly did: string; readonly uri: string }) =>
  hidden.has(did) || hidden.has(uri);

/** A removal with the parts of its address. */
type AddressedRemoval = RecordRemoval & ReturnType<typeof recordAddress>;

type QueryRunner = (
  parameters: ReadonlyArray<ParameterValue>
) => Effect.Effect<Uint8Array, RecordIndexUnavailable | SearchRefused>;

const utf8 = new TextDecoder();

const make = ({
  cdn = defaultCdn,
  timeout = "5 seconds",
  answerBytes = defaultMaxResponseBytes,
  searches = null,
  counts = new CountStates()
}: RecordIndexPostgresOptions) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const reader = yield* RowReader;
    const milliseconds = Duration.toMillis(timeout);
    const blobUrl = cdnBlobUrl(cdn);
    const withinLimit = (result: Uint8Array | null) =>
      result === null ? Effect.fail(tooLarge(answerBytes)) : Effect.succeed(result);

    /** Returns the function that runs a compiled query with the parameters of a request. */
    const runnerOf = ({ text, bind, refused, write }: CompiledStatement): QueryRunner => {
      if (refused !== null) return () => Effect.fail(refused);
      if (text === null) return (parameters) => withinLimit(write([], parameters));
      const read = reader.prepare({ text, bind, write, bytes: answerBytes });
      const failed = (cause: ReadFailure) => {
        const failure = readFailed(cause);
        if (failure._tag === "SearchRefused") searches?.requestSizes();
        return failure;
      };
      return (parameters) => Effect.flatMap(Effect.mapError(read(parameters, milliseconds), failed), withinLimit);
    };

    const provided = <A, E>(effect: Effect.Effect<A, E, SqlClient>): Effect.Effect<A, E> =>
      Effect.provideService(effect, SqlClient, sql);
    const forgetting = new Forgetting();
    const [authors, forgetAuthors] = yield* hiddenAuthors;
    const serialized = (yield* Effect.makeSemaphore(1)).withPermits(1);
    // Writes use the new tables before their rows are filled again, and queries only after.
    let [defined, queried] = [emptyLexiconSet, emptyLexiconSet];
    let written: StoredCollections = new Map();
    let runners = queryCompiler(written, blobUrl, answerBytes, runnerOf);
    const collectionsOf = (lexicons: LexiconSet): StoredCollections =>
      storedCollections(
        lexicons,
        (collection) => searches?.searchOf(collection, lexicons) ?? noSearch,
        ({ nsid }) => counts.isComplete(nsid)
      );
    searches?.onChange(() => {
      written = collectionsOf(defined);
      runners = queryCompiler(collectionsOf(queried), blobUrl, answerBytes, runnerOf);
    });
    counts.onChange(() => {
      runners = queryCompiler(collectionsOf(queried), blobUrl, answerBytes, runnerOf);
    });

    const definition = (collection: string) => written.get(collection);

    const define = traced("RecordIndexPostgres.define")(function* (lexicons: LexiconSet) {
      const next = collectionsOf(lexicons);
      const outdated = yield* Effect.filter(next.values(), (collection) => {
        const before = written.get(collection.table.nsid)?.table.layout;
        const replaced = before !== undefined && before !== collection.table.layout;
        return Effect.map(defineTable(collection), (found) => found || replaced);
      });
      written = next;
      defined = lexicons;
      if (searches !== null) yield* readSearchStates(searches, lexicons);
      yield* readCountStates(counts);
      yield* Effect.forEach(outdated, fillTable, { discard: true });
      queried = lexicons;
      runners = queryCompiler(collectionsOf(queried), blobUrl, answerBytes, runnerOf);
    });

    const put = traced("RecordIndexPostgres.put")(function* (record: IndexedRecord) {
      const collection = written.get(record.collection);
      if (collection === undefined) return;
      searches?.added(record.collection, 1);
      const stored = yield* sql.unsafe(collection.statements.put, storedValues(collection, record));
      if (stored.length === 0) yield* inTransaction(sql, changeAll([record], []));
    });

    /**
     * Locks the accounts of records, in the same order as all others do, and returns those that are hidden, with the URIs of
     * records that are. A later statement sees what was stored while this one waited.
     */
    const lockAccounts = (records: ReadonlyArray<{ readonly did: string }>) =>
      Effect.map(
        sql.unsafe<{ did: string }>(lockAccountsText, [[...new Set(records.map(({ did }) => did))].sort()]),
        (hidden) => new Set(hidden.map(({ did }) => did))
      );

    const putRows = (collection: StoredCollection, records: ReadonlyArray<IndexedRecord>) =>
      Effect.suspend(() => {
        searches?.added(collection.table.nsid, records.length);
        const rows = records.map((record) => storedValues(collection, record));
        return sql.unsafe(collection.statements.putAll, putAllValues(rows));
      });

    const puts = (records: ReadonlyArray<IndexedRecord>, hidden: ReadonlySet<string>) => {
      const visible = records.filter((record) => !isHidden(hidden, record));
      const stored = [...Map.groupBy(visible, ({ collection }) => collection)].flatMap(([nsid, some]) => {
        const collection = written.get(nsid);
        return collection === undefined ? [] : [putRows(collection, some)];
      });
      const rows = records.flatMap((record) => {
        const collection = isHidden(hidden, record) ? written.get(record.collection) : undefined;
        return collection === undefined ? [] : [hiddenValues(collection, record)];
      });
      return rows.length > 0 ? [...stored, sql.unsafe(putHiddenText, transposed(rows))] : stored;
    };

    const removeRows = (statement: string, removals: ReadonlyArray<RecordRemoval>) =>
      sql.unsafe(statement, [removals.map(({ uri }) => uri), removals.map(({ rev }) => rev)]);

    const memory = (dated: ReadonlyArray<RecordRemoval>, now: number) => {
      if (dated.length === 0) return [];
      const due = forgetting.remember(dated.length, now);
      return [removeRows(rememberRemovalsText, dated), ...(due > 0 ? [sql.unsafe(forgetRemovalsText, [due])] : [])];
    };

    const removals = (removed: ReadonlyArray<AddressedRemoval>, hidden: ReadonlySet<string>, now: number) => {
      const stored = [...Map.groupBy(removed, ({ collection }) => collection)].flatMap(([nsid, some]) => {
        const statement = written.get(nsid)?.statements.removeAll;
        return statement === undefined ? [] : [removeRows(statement, some)];
      });
      const dated = removed.filter(({ rev }) => rev !== null);
      const ofHidden = removed.filter((one) => isHidden(hidden, one));
      return [
        ...memory(dated, now),
        ...stored,
        ...(ofHidden.length > 0 ? [removeRows(removeHiddenText, ofHidden)] : [])
      ];
    };

    const changeAll = traced("RecordIndexPostgres.changeAll")(function* (
      records: ReadonlyArray<IndexedRecord>,
      removed: ReadonlyArray<RecordRemoval>
    ) {
      const addressed = removed
        .map(({ rev, uri }): AddressedRemoval => ({ ...recordAddress(uri), rev, uri }))
        .filter(({ collection }) => written.has(collection));
      if (records.length === 0 && addressed.length === 0) return;
      const hidden = yield* lockAccounts([...addressed, ...records]);
      const now = yield* Clock.currentTimeMillis;
      yield* pipelined([...removals(addressed, hidden, now), ...puts(records, hidden)]);
    });

    const removeUnchanged = traced("RecordIndexPostgres.removeUnchanged")(function* (
      records: ReadonlyArray<Pick<RecordVersion, "uri" | "cid">>
    ) {
      if (records.length === 0) return [];
      // From here on nobody else changes the records of these accounts.
      yield* lockAccounts(records.map(({ uri }) => recordAddress(uri)));
      const found: Array<RecordRemoval> = [];
      for (const [nsid, some] of Map.groupBy(records, ({ uri }) => recordAddress(uri).collection)) {
        const statement = written.get(nsid)?.statements.unchanged;
        if (statement === undefined) continue;
        const versions = [some.map(({ uri }) => uri), some.map(({ cid }) => cid)];
        found.push(...(yield* sql.unsafe<RecordRemoval>(statement, versions)));
      }
      yield* changeAll([], found);
      return found;
    });

    const { find, list, scan } = storedRecords(sql, definition);

    const storeActor = ({ did, handle, pds, signingKey = null }: SeenActor, keeps: boolean) =>
      Effect.asVoid(sql.unsafe(putActorText, [did, handle, pds, signingKey, keeps]));

    const run = (query: RecordQuery, parameters: ReadonlyArray<ParameterValue>, scope: AdminScope | null = null) =>
      Effect.suspend(() => runners(query, scope)(parameters));

    // The DID comes after the parameters of the query, whose number is the same in every run.
    const runAs = (query: RecordQuery, parameters: ReadonlyArray<ParameterValue>, author: Did) =>
      Effect.flatMap(authors, (hidden) =>
        hidden.has(author)
          ? runners(query, { _tag: "Parameter", index: parameters.length })([...parameters, author])
          : run(query, parameters)
      );

    const queryBytes: RecordIndex["Type"]["queryBytes"] = (query, parameters, author = null) =>
      author === null ? run(query, parameters) : runAs(query, parameters, author);

    return RecordIndex.of({
      define: (lexicons) => Effect.mapError(provided(serialized(define(lexicons))), unavailable("define")),
      put: (record) => Effect.mapError(put(record), unavailable("put")),
      putAll: (records) => Effect.mapError(inTransaction(sql, changeAll(records, [])), unavailable("put")),
      remove: (uri, rev) => Effect.mapError(inTransaction(sql, changeAll([], [{ uri, rev }])), unavailable("remove")),
      removeAll: (removed) => Effect.mapError(inTransaction(sql, changeAll([], removed)), unavailable("remove")),
      changeAll: (records, removed) =>
        Effect.mapError(inTransaction(sql, changeAll(records, removed)), unavailable("put")),
      removeUnchanged: (records) =>
        Effect.mapError(inTransaction(sql, removeUnchanged(records)), unavailable("remove")),
      find: (uri) => Effect.mapError(find(uri), unavailable("find")),
      scan: (collection, after, limit) => Effect.mapError(scan(collection, after, limit), unavailable("list")),
      list: (range, limit) => Effect.mapError(list(range, limit), unavailable("list")),
      clear: Effect.mapError(sql.withTransaction(provided(clearRecords)), unavailable("clear")),
      putActor: (actor) => Effect.mapError(storeActor(actor, true), unavailable("putActor")),
      setIdentity: (actor) => Effect.mapError(storeActor(actor, false), unavailable("setIdentity")),
      hide: (did, status) => Effect.mapError(provided(hideRecords(did, status)), unavailable("hide")),
      show: (did) => Effect.mapError(sql.withTransaction(provided(showRecords(definition, did))), unavailable("show")),
      takeDown: (takedown) =>
        Effect.zipLeft(Effect.mapError(provided(takeDownRecords(takedown)), unavailable("takeDown")), forgetAuthors),
      restore: (subject) =>
        Effect.mapError(sql.withTransaction(provided(restoreRecords(definition, subject))), unavailable("restore")),
      erase: (did) => Effect.mapError(provided(eraseRecords(did)), unavailable("erase")),
      markSeen: (did, at) => Effect.mapError(provided(markSeen(did, at)), unavailable("markSeen")),
      indexReferences: (collection, after, limit) =>
        Effect.mapError(
          inTransaction(sql, provided(indexReferences(written.get(collection), after, limit))),
          unavailable("indexReferences")
        ),
      removeAccount: (did) => Effect.mapError(provided(removeAccountRecords(did)), unavailable("removeAccount")),
      query: (...query) => Effect.map(queryBytes(...query), (bytes) => utf8.decode(bytes)),
      queryBytes,
      queryAsAdmin: (...query) => Effect.map(run(...query), (bytes) => utf8.decode(bytes))
    });
  });

/** The index in PostgreSQL, with one table per collection and one statement per query. The migrations must have run. */
export const layer = (
  options: RecordIndexPostgresOptions = {}
): Layer.Layer<RecordIndex, never, SqlClient | RowReader> => Layer.effect(RecordIndex, make(options));

const putActorText = `select ${schema}.put_actor($1, $2, $3, $4, $5)`;
