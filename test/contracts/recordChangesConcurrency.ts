import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import type * as Layer from "effect/Layer";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import type { ChangeCursor } from "../../src/domain/record/change/ChangeCursor.ts";
import type { ChangePosition } from "../../src/domain/record/change/RecordChange.ts";
import { RecordChanges } from "../../src/domain/record/change/RecordChanges.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { cid, recordOf, scalar, setOf } from "./recordIndexFixture.ts";

const collection = Nsid.make("test.contract.changes.concurrent");
const other = Cid.make("bafyreib2rxk3rybzyn7a3rn4hkyozt4rt2lbmy4a2tqk5ylysk4ltklh3q");
const writers = 6;
const rounds = 60;

const isAfter = (one: ChangePosition, before: ChangePosition): boolean =>
  one.commit > before.commit || (one.commit === before.commit && one.n > before.n);

/** Writes to accounts of its own and to accounts of all writers, in transactions that overlap with theirs. */
const write = Effect.fnUntraced(function* (writer: number) {
  const index = yield* RecordIndex;
  const { run } = yield* Atomically;
  for (let round = 0; round < rounds; round += 1) {
    const did = Did.make(`did:plc:writer${(writer + round) % 4}`);
    const own = recordOf(collection, `w${writer}r${round % 7}`, { text: String(round) }, { did, cid });
    const shared = recordOf(collection, `s${round % 3}`, { text: `${writer} ${round}` }, { did, cid: other });
    if (round % 5 === 4) yield* index.remove(own.uri, null);
    else if (round % 5 === 3) yield* run(Effect.zipRight(index.put(own), index.put(shared)));
    else yield* index.putAll([own, shared]);
  }
});

/** Reads small pages until an effect has ended and everything was read, and returns the URIs that are there. */
const followUntil = Effect.fnUntraced(function* (start: ChangeCursor, ended: Effect.Effect<boolean>) {
  const changes = yield* RecordChanges;
  const visible = new Set<string>();
  let [cursor, last]: [ChangeCursor, ChangePosition] = [start, { commit: start.commit, n: Number.MAX_SAFE_INTEGER }];
  for (;;) {
    const isLast = yield* ended;
    const page = yield* changes.read(cursor, 7);
    for (const { kind, position, uri } of page.changes) {
      assert.isTrue(isAfter(position, last), `${JSON.stringify(position)} follows ${JSON.stringify(last)}`);
      last = position;
      assert.strictEqual(visible.has(uri), kind !== "created", `${kind} ${uri}`);
      if (kind === "deleted") visible.delete(uri);
      else visible.add(uri);
    }
    cursor = page.cursor;
    if (isLast && page.changes.length < 7) return visible;
    yield* Effect.yieldNow();
  }
});

/** Whoever follows the change log while many write sees each change once, in the order of the commits. */
export const recordChangesConcurrency = <E>(
  name: string,
  layer: Layer.Layer<RecordIndex | RecordChanges | Atomically, E>
) =>
  it.layer(layer, { timeout: "120 seconds" })(`Changes of concurrent writers: ${name}`, (it) => {
    it.effect("are followed once each, in the order of the commits", () =>
      Effect.gen(function* () {
        yield* (yield* RecordIndex).define(setOf(collection, { text: scalar("string") }));
        const start = yield* (yield* RecordChanges).head;
        const writing = yield* Effect.fork(
          Effect.forEach(
            Array.from({ length: writers }, (_, at) => at),
            write,
            {
              concurrency: "unbounded",
              discard: true
            }
          )
        );
        const ended = Effect.map(Fiber.poll(writing), (exit) => exit._tag === "Some");
        const visible = yield* followUntil(start, ended);
        yield* Fiber.join(writing);
        const found = yield* (yield* RecordIndex).scan(collection, null, 1_000);
        const uris = found.map(({ uri }): string => uri);
        assert.deepStrictEqual([...visible].sort(), uris.sort());
      })
    );
  });
