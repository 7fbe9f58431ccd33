/** The process of the subscribers of `npm run bench -- live`. Its parent tells the port, the document and the number. */
import * as Schema from "effect/Schema";
import { Subscriber } from "./Subscriber.ts";

/** What its parent asks of it. `expected` is the number of events after which it reports the latencies, and starts anew. */
const Request = Schema.Union(
  Schema.Struct({ _tag: Schema.Literal("Open"), port: Schema.Number, document: Schema.String, count: Schema.Number }),
  Schema.Struct({ _tag: Schema.Literal("Expect"), events: Schema.Number })
);

const decodeRequest = Schema.decodeUnknownSync(Request);
const decodeNext = Schema.decodeUnknownSync(
  Schema.parseJson(
    Schema.Struct({
      type: Schema.Literal("next"),
      payload: Schema.Struct({
        data: Schema.Record({ key: Schema.String, value: Schema.Struct({ createdAt: Schema.String }) })
      })
    })
  )
);

/** How many sockets connect at the same time, and from one address. */
const atOnce = 100;
const perAddress = 250;

const now = () => performance.timeOrigin + performance.now();

const state = {
  counts: new Uint32Array(0),
  sentAt: [] as Array<number>,
  arrivals: [] as Array<number>,
  lastAt: [] as Array<number>,
  expected: 0
};

const latencies = (): ReadonlyArray<number> => state.lastAt.map((at, n) => at - (state.sentAt[n] ?? Number.NaN));

const reportWhenDone = () => {
  const isDone = state.expected > 0 && state.arrivals[state.expected - 1] === state.counts.length;
  if (!isDone) return;
  process.send?.({ latencies: latencies() });
  state.counts.fill(0);
  Object.assign(state, { sentAt: [], arrivals: [], lastAt: [], expected: 0 });
};

const received = (index: number, message: string | null) => {
  const n = state.counts[index] ?? 0;
  state.counts[index] = n + 1;
  state.arrivals[n] = (state.arrivals[n] ?? 0) + 1;
  if (message !== null)
    state.sentAt[n] = Date.parse(Object.values(decodeNext(message).payload.data)[0]?.createdAt ?? "");
  if (state.arrivals[n] !== state.counts.length) return;
  state.lastAt[n] = now();
  if (n === state.expected - 1) reportWhenDone();
};

const fail = (reason: string) => {
  process.send?.({ failed: reason });
  process.exit(1);
};

const open = (port: number, document: string, index: number): Promise<void> =>
  new Promise((resolve) => {
    const localAddress = `127.0.1.${1 + Math.floor(index / perAddress)}`;
    const onNext = (message: string | null) => received(index, message);
    new Subscriber({ port, localAddress, document, onNext, readsPayload: index === 0, onEnd: fail }, resolve);
  });

const openAll = async (port: number, document: string, count: number) => {
  state.counts = new Uint32Array(count);
  for (let first = 0; first < count; first += atOnce) {
    const indexes = Array.from({ length: Math.min(atOnce, count - first) }, (_, at) => first + at);
    await Promise.all(indexes.map((index) => open(port, document, index)));
  }
  process.send?.({ opened: count });
};

process.on("message", (message) => {
  const request = decodeRequest(message);
  if (request._tag === "Open") return void openAll(request.port, request.document, request.count);
  state.expected = request.events;
  reportWhenDone();
});
process.once("disconnect", () => process.exit(0));
