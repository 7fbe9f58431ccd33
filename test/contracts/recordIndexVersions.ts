import { assert, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import * as fc from "fast-check";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { RecordQuery, Selection } from "../../src/domain/record/query/RecordQuery.ts";
import { versionText } from "../../src/domain/record/query/versionText.ts";
import { type Index, live } from "./recordIndexEquality.ts";
import { nsids } from "./recordIndexLexicons.ts";
import { parameters } from "./recordIndexParameters.ts";
import { asked } from "./recordIndexQueries.ts";
import { world } from "./recordIndexWorld.ts";

const lived = world.chain((each) =>
  fc.record({
    world: fc.constant(each),
    selections: fc.tuple(...nsids.map((nsid) => asked(each.after).selection(nsid)))
  })
);

const extra = { _tag: "Parameter" as const, index: parameters.length };

const ask = (index: Index, root: RecordQuery["roots"][number], value: string | ReadonlyArray<string>) =>
  Effect.map(
    index.query({ roots: [root] }, [...parameters, value]),
    (text): Readonly<Record<string, unknown>> => JSON.parse(text)
  );

/** What is selected of records as they are stored, each by a query of its own. */
const stored = (index: Index, selection: Selection, records: ReadonlyArray<IndexedRecord>) =>
  Effect.forEach(records, ({ collection, uri }) =>
    Effect.map(ask(index, { _tag: "RecordRoot", key: "r", collection, uri: extra, selection }, uri), ({ r }) =>
      JSON.stringify(r)
    )
  );

/** What is selected of a version is what is selected of the record if it is stored. */
export const recordIndexVersions = <E>(name: string, worlds: number, layer: Layer.Layer<RecordIndex, E>) =>
  it.scopedLive(
    `selects of versions what it selects of stored records, in ${worlds} random worlds: ${name}`,
    () =>
      Effect.gen(function* () {
        const index = Context.get(yield* Layer.build(layer), RecordIndex);
        const run = Runtime.runPromise(yield* Effect.runtime<never>());
        const compare = Effect.fnUntraced(function* (collection: (typeof nsids)[number], selection: Selection) {
          const records = yield* index.scan(collection, null, 1_000);
          const expected = yield* stored(index, selection, records);
          const root = { _tag: "VersionsRoot", key: "v", collection, versions: extra, selection } as const;
          const { v } = yield* ask(index, root, records.map(versionText));
          assert.isTrue(Array.isArray(v));
          const given = Array.isArray(v) ? v.map((text) => JSON.stringify(JSON.parse(String(text)))) : [];
          assert.deepStrictEqual(given, expected, JSON.stringify(selection));
        });
        const property = fc.asyncProperty(lived, ({ selections, world: one }) =>
          run(
            Effect.zipRight(
              live(index, one),
              Effect.forEach(nsids, (nsid, at) => compare(nsid, selections[at] ?? []), { discard: true })
            )
          )
        );
        yield* Effect.promise(() => fc.assert(property, { numRuns: worlds }));
      }),
    { timeout: 600_000 }
  );
