import { assert, it } from "@effect/vitest";
import * as Chunk from "effect/Chunk";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import * as Stream from "effect/Stream";
import * as fc from "fast-check";
import { GraphqlApi } from "../../src/application/api/GraphqlApi.ts";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { LexiconCatalog } from "../../src/domain/lexicon/model/LexiconCatalog.ts";
import { type ChangeCursor, isAfterCursor, parseChangeCursor } from "../../src/domain/record/change/ChangeCursor.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { anonymous, requestOf } from "../adapters/graphql/subscribe/subscriber.ts";
import { responseStream } from "../support/responseStream.ts";
import { alice, bob, recordOf } from "./recordIndexFixture.ts";

const collection = Nsid.make("xyz.statusphere.status");
const carol = Did.make("did:plc:carol");
const cids = {
  one: Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454"),
  two: Cid.make("bafyreib2rxk3rybzyn7a3rn4hkyozt4rt2lbmy4a2tqk5ylysk4ltklh3q")
};
type Index = RecordIndex["Type"];

const status = (did: Did, rkey: string, text: string, version: keyof typeof cids = "one") =>
  recordOf(
    collection,
    rkey,
    { status: text, createdAt: version === "one" ? "2024-01-01T00:00:00Z" : "2025-01-01T00:00:00Z" },
    { did, cid: cids[version] }
  );

const dids = fc.constantFrom(alice, bob);
const record = fc
  .tuple(
    dids,
    fc.constantFrom("a", "b", "c"),
    fc.constantFrom("A", "B", "C"),
    fc.constantFrom<keyof typeof cids>("one", "two")
  )
  .map((parts) => status(...parts));

type Step = (index: Index) => Effect.Effect<unknown, unknown>;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: record.map(
      (one): Step =>
        (index) =>
          index.put(one)
    )
  },
  {
    weight: 2,
    arbitrary: fc.uniqueArray(record, { selector: ({ uri }) => uri, minLength: 1 }).map(
      (all): Step =>
        (index) =>
          index.putAll(all)
    )
  },
  {
    weight: 3,
    arbitrary: record.map(
      ({ uri }): Step =>
        (index) =>
          index.remove(uri, null)
    )
  },
  {
    weight: 1,
    arbitrary: dids.map(
      (did): Step =>
        (index) =>
          index.hide(did, "takendown")
    )
  },
  {
    weight: 2,
    arbitrary: dids.map(
      (did): Step =>
        (index) =>
          index.show(did)
    )
  },
  {
    weight: 1,
    arbitrary: record.map(
      ({ did, uri }): Step =>
        (index) =>
          index.takeDown({ subject: { _tag: "RecordSubject", did, uri }, until: null })
    )
  },
  {
    weight: 1,
    arbitrary: record.map(
      ({ did, uri }): Step =>
        (index) =>
          index.restore({ _tag: "RecordSubject", did, uri })
    )
  },
  {
    weight: 1,
    arbitrary: dids.map(
      (did): Step =>
        (index) =>
          index.takeDown({ subject: { _tag: "AccountSubject", did }, until: null })
    )
  },
  {
    weight: 2,
    arbitrary: dids.map(
      (did): Step =>
        (index) =>
          index.restore({ _tag: "AccountSubject", did })
    )
  }
);

/** Filters that carol's records with the status A match. */
const filters = [
  "{}",
  '{status: {eq: "A"}}',
  '{status: {in: ["A", "B"]}}',
  '{not: {status: {eq: "B"}}}',
  '{or: [{status: {eq: "A"}}, {did: {eq: "did:plc:bob"}}]}',
  '{createdAt: {gte: "2020-01-01T00:00:00Z"}}'
];

const history = fc.record({
  where: fc.constantFrom(...filters),
  steps: fc.array(step, { minLength: 4, maxLength: 14 }),
  cuts: fc.array(fc.nat(), { minLength: 2, maxLength: 2 })
});

type History = typeof history extends fc.Arbitrary<infer A> ? A : never;

/** What a client has: the status and the time of each record by its URI. */
type Known = ReadonlyMap<string, string>;

interface Node {
  readonly uri: string;
  readonly status: string;
  readonly createdAt: string;
}

interface Event {
  readonly kind: "Created" | "Updated" | "Deleted";
  readonly node: Node;
  readonly cursor: ChangeCursor;
  /** The response. */
  readonly text: string;
}

const cursorOf = (text: string): ChangeCursor => Either.getOrThrow(parseChangeCursor(text));

const fields = { Created: "uri status createdAt", Updated: "uri status createdAt", Deleted: "uri" } as const;

const contentOf = ({ createdAt, status }: Node) => `${status} ${createdAt}`;

/** Asks for all records that match, with the cursor of the answer. */
const ask = Effect.fnUntraced(function* (where: string) {
  const query = `{ xyzStatusphereStatus(where: ${where}, first: 100) { nodes { uri status createdAt } } }`;
  const { body } = yield* (yield* GraphqlApi).execute(requestOf(query, { cursor: true }), anonymous);
  const { data, extensions } = JSON.parse(String(body));
  const nodes: ReadonlyArray<Node> = data.xyzStatusphereStatus.nodes;
  const known: Known = new Map(nodes.map((node) => [node.uri, contentOf(node)]));
  return { known, cursor: cursorOf(extensions.cursor), text: String(extensions.cursor) };
});

/** Takes the events of one kind after a cursor, up to the one of carol. */
const eventsOf = (kind: Event["kind"], where: string, after: string) =>
  Effect.gen(function* () {
    const root = `xyzStatusphereStatus${kind}`;
    const query = `subscription($after: String) { ${root}(where: ${where}, after: $after) { ${fields[kind]} } }`;
    const api = yield* GraphqlApi;
    const subscribed = yield* api.subscribe(requestOf(query, { variables: { after } }), anonymous);
    if (subscribed._tag === "Answered") return yield* Effect.dieMessage(subscribed.answer.body);
    const events = Stream.map(responseStream(subscribed), (text): Event => {
      const { data, extensions } = JSON.parse(text);
      return { kind, node: data[root], cursor: cursorOf(extensions.cursor), text };
    });
    const found = yield* Stream.runCollect(Stream.takeUntil(events, ({ node }) => node.uri.includes(carol)));
    return Chunk.toReadonlyArray(found);
  }).pipe(Effect.scoped);

const kinds: ReadonlyArray<Event["kind"]> = ["Created", "Updated", "Deleted"];

const allEvents = (where: string, after: string) =>
  Effect.map(
    Effect.all(
      kinds.map((kind) => eventsOf(kind, where, after)),
      { concurrency: "unbounded" }
    ),
    (found) => found.flat().sort((one, other) => (isAfterCursor(one.cursor, other.cursor) ? 1 : -1))
  );

const apply = (known: Known, events: ReadonlyArray<Event>): Known => {
  const next = new Map(known);
  for (const { kind, node } of events) {
    if (kind === "Deleted") next.delete(node.uri);
    else next.set(node.uri, contentOf(node));
  }
  return next;
};

const sorted = (known: Known, without: ReadonlySet<string>) =>
  [...known].filter(([uri]) => !without.has(uri)).sort(([one], [other]) => (one < other ? -1 : 1));

/** Ends each kind of subscription: creates a record of carol, updates it, and removes it. */
const finish = Effect.fnUntraced(function* (index: Index) {
  yield* index.put(status(carol, "end", "A"));
  yield* index.put(status(carol, "end", "A", "two"));
  yield* index.remove(status(carol, "end", "A").uri, null);
});

/** Lets the subscriptions read, now and then. */
const pause: Effect.Effect<void> = Effect.async((resume) => {
  setImmediate(() => setImmediate(() => resume(Effect.void)));
});

/** Asks after each step, while three subscriptions follow. */
const liveThrough = Effect.fnUntraced(function* (where: string, steps: ReadonlyArray<Step>) {
  const index = yield* RecordIndex;
  const start = yield* ask(where);
  const live = yield* Effect.fork(allEvents(where, start.text));
  const asked = yield* Effect.forEach(steps, (each) =>
    each(index).pipe(Effect.zipRight(pause), Effect.zipRight(ask(where)))
  );
  yield* finish(index);
  return { start, asked, live: yield* Fiber.join(live), after: yield* allEvents(where, start.text) };
});

/** Checks a history: what a client has at each position, and what it gets if it continues at any event. */
const check = Effect.fnUntraced(function* ({ cuts, steps, where }: History) {
  const { after, asked, live, start } = yield* liveThrough(where, steps);
  const end = yield* ask(where);
  const everHidden = new Set(
    [...start.known.keys(), ...asked.flatMap(({ known }) => [...known.keys()])].filter((uri) => !end.known.has(uri))
  );
  for (const events of [live, after]) {
    assert.deepStrictEqual(sorted(apply(start.known, events), new Set()), sorted(end.known, new Set()));
    for (const { cursor, known } of asked) {
      const until = events.filter((event) => !isAfterCursor(event.cursor, cursor));
      assert.deepStrictEqual(sorted(apply(start.known, until), everHidden), sorted(known, everHidden));
    }
    assert.strictEqual(
      new Set(events.map(({ cursor, kind }) => `${kind} ${cursor.commit} ${cursor.n}`)).size,
      events.length
    );
  }
  for (const cut of cuts) {
    const at = cut % after.length;
    const cursor = JSON.parse(after[at]?.text ?? "{}").extensions.cursor;
    if (at >= after.length - 3) continue;
    const visible = ({ node }: Event) => !everHidden.has(node.uri);
    const resumed = yield* allEvents(where, cursor);
    assert.deepStrictEqual(
      resumed.filter(visible).map(({ text }) => text),
      after
        .slice(at + 1)
        .filter(visible)
        .map(({ text }) => text)
    );
  }
});

/** What a client builds from a query and the subscriptions after it is what the query returns, at every position. */
export const liveHistories = <E>(
  name: string,
  histories: number,
  layer: Layer.Layer<GraphqlApi | RecordIndex | LexiconCatalog, E>
) =>
  it.scopedLive(
    `Query and subscription: ${name}: equal the query asked again in ${histories} random histories`,
    () =>
      Effect.gen(function* () {
        const context = yield* Layer.build(layer);
        const run = Runtime.runPromise(yield* Effect.runtime<never>());
        const index = Context.get(context, RecordIndex);
        yield* index.define(yield* Context.get(context, LexiconCatalog).current);
        const property = fc.asyncProperty(history, (one) => run(Effect.provide(check(one), context)));
        yield* Effect.promise(() => fc.assert(property, { numRuns: histories }));
      }),
    { timeout: 600_000 }
  );
