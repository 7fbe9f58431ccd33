/** A thread that fills the table of one collection, since creating the records costs more than storing them. */
import { fileURLToPath } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { readLexiconFolder } from "../../src/adapters/filesystem/readLexiconFolder.ts";
import { layer as postgresClient } from "../../src/adapters/postgres/connection/PostgresClient.ts";
import { storedCollections } from "../../src/adapters/postgres/record/table/StoredCollection.ts";
import { parseLexiconSet } from "../../src/domain/lexicon/parse/parseLexiconSet.ts";
import { type DataSet, dataSet } from "./dataSet.ts";
import { addIndexes } from "./fillOurs.ts";
import { fillTable } from "./fillTable.ts";

/** A table to fill: one of a data set with a number of posts and authors, in the database at an address. */
export interface Filling {
  readonly url: string;
  readonly list: keyof DataSet;
  readonly posts: number;
  readonly authors: number;
}

/** The folder with the Lexicons of the data set. */
export const lexiconDir = fileURLToPath(new URL("lexicons", import.meta.url));

const fill = ({ authors, list, posts, url }: Filling) =>
  Effect.gen(function* () {
    const records = dataSet(posts, authors)[list];
    const lexicons = yield* Effect.flatMap(readLexiconFolder(lexiconDir), parseLexiconSet);
    const collection = storedCollections(lexicons).get(records.nsid);
    if (collection === undefined) return;
    yield* Console.error(`Writing ${records.length} records of ${records.nsid} ...`);
    yield* fillTable(collection, records);
    if (list === "posts") yield* addIndexes(collection.table.sql);
    yield* Console.error(`${records.nsid} has its records and indexes.`);
  }).pipe(Effect.provide(postgresClient({ url: Redacted.make(url) })));

/** Fills a table in a thread of its own. */
export const fillInThread = (filling: Filling): Effect.Effect<void, Error> =>
  Effect.async<void, Error>((resume) => {
    const resourceLimits = { maxYoungGenerationSizeMb: 128 };
    const thread = new Worker(new URL(import.meta.url), { workerData: filling, resourceLimits });
    thread.once("error", (cause) => resume(Effect.fail(cause instanceof Error ? cause : new Error(String(cause)))));
    thread.once("exit", () => resume(Effect.void));
    return Effect.promise(() => thread.terminate());
  });

if (!isMainThread) await Effect.runPromise(fill(workerData));
