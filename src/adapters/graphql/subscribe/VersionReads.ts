import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import type { RecordIndex, RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { RecordQuery } from "../../../domain/record/query/RecordQuery.ts";
import { versionText } from "../../../domain/record/query/versionText.ts";
import type { SearchRefused } from "../../../domain/search/SearchRefused.ts";
import type { RecordResult } from "../plan/Plan.ts";

/** What is selected of a version, as the text of a JSON object, or why it cannot be read. */
export type VersionRead = string | RecordIndexUnavailable | SearchRefused;

type Reads = ReadonlyMap<IndexedRecord, VersionRead>;

/** The versions that the next statement for a selection reads. */
interface Batch {
  readonly versions: Set<IndexedRecord>;
  readonly reads: Deferred.Deferred<Reads, RecordIndexUnavailable>;
}

const decode = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) }))
);

/** Resumes after the callbacks of the present turn of the event loop. */
const nextTurn: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => resume(Effect.void));
});

const parametersKey = ({ parameters }: RecordResult): string =>
  JSON.stringify(parameters, (_, value: unknown) => (typeof value === "bigint" ? { digits: String(value) } : value));

/** Reads versions by one statement, or by several where one would be too large or take too long. */
const readVersions: (
  index: RecordIndex["Type"],
  selected: RecordResult,
  versions: ReadonlyArray<IndexedRecord>
) => Effect.Effect<Reads, RecordIndexUnavailable> = Effect.fnUntraced(function* (index, selected, versions) {
  const read = index.query(selected.query, [versions.map(versionText), ...selected.parameters]);
  const outcome = yield* Effect.either(read);
  if (outcome._tag === "Right") {
    const texts = Object.values(decode(outcome.right)).flat();
    return new Map<IndexedRecord, VersionRead>(versions.map((version, at) => [version, texts[at] ?? "null"]));
  }
  const [first] = versions;
  const failure = outcome.left;
  if (failure._tag === "SearchRefused")
    return new Map<IndexedRecord, VersionRead>(versions.map((version) => [version, failure]));
  if (failure.reason === "unreachable" || first === undefined) return yield* failure;
  if (versions.length === 1) return new Map<IndexedRecord, VersionRead>([[first, failure]]);
  const half = Math.ceil(versions.length / 2);
  const left = yield* readVersions(index, selected, versions.slice(0, half));
  const right = yield* readVersions(index, selected, versions.slice(half));
  return new Map([...left, ...right]);
});

/**
 * Reads what subscriptions select of versions of records. Subscriptions with the same selection that ask in one turn of the
 * event loop share a statement, which reads each version once.
 */
export class VersionReads {
  readonly #index: RecordIndex["Type"];
  readonly #waiting = new Map<RecordQuery, Map<string, Batch>>();

  constructor(index: RecordIndex["Type"]) {
    this.#index = index;
  }

  /** Returns what is selected of versions, in their order. Fails if the database is unreachable. */
  readonly read = Effect.fnUntraced(function* (
    this: VersionReads,
    selected: RecordResult,
    versions: ReadonlyArray<IndexedRecord>
  ) {
    if (versions.length === 0) return [];
    const batch = yield* this.#batchOf(selected);
    for (const version of versions) batch.versions.add(version);
    const reads = yield* Deferred.await(batch.reads);
    return versions.map((version): VersionRead => reads.get(version) ?? "null");
  });

  readonly #batchOf = Effect.fnUntraced(function* (this: VersionReads, selected: RecordResult) {
    const key = parametersKey(selected);
    const batches = this.#waiting.get(selected.query) ?? new Map<string, Batch>();
    const known = batches.get(key);
    if (known !== undefined) return known;
    const batch: Batch = { versions: new Set(), reads: yield* Deferred.make<Reads, RecordIndexUnavailable>() };
    batches.set(key, batch);
    this.#waiting.set(selected.query, batches);
    yield* Effect.forkDaemon(this.#run(selected, key, batch));
    return batch;
  });

  #run(selected: RecordResult, key: string, { reads, versions }: Batch): Effect.Effect<boolean> {
    const start = Effect.sync(() => {
      const batches = this.#waiting.get(selected.query);
      batches?.delete(key);
      if (batches?.size === 0) this.#waiting.delete(selected.query);
    });
    const read = Effect.suspend(() => readVersions(this.#index, selected, [...versions]));
    return Deferred.complete(reads, nextTurn.pipe(Effect.zipRight(start), Effect.zipRight(read)));
  }
}
