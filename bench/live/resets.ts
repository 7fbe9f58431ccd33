import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { residentMemory } from "../rounds/processUse.ts";
import { startServiceProcess } from "../sync/startService.ts";
import { Subscriber } from "./Subscriber.ts";

const decodeReady = Schema.decodeUnknownSync(
  Schema.Struct({ live: Schema.Struct({ sockets: Schema.Number, operations: Schema.Number }) })
);

/** Returns what is open in a process. */
const openAt = async (url: string): Promise<string> => {
  const response = await fetch(new URL("/ready", url));
  const { live } = decodeReady(await response.json());
  return `${live.sockets} sockets and ${live.operations} operations open`;
};

const document = "subscription { xyzStatusphereStatusCreated { uri } }";

/** How many connect at the same time. */
const atOnce = 20;

const once = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const onEnd = (reason: string) => reject(new Error(reason));
    const options = { port, localAddress: "127.0.0.1", document, onNext: () => {}, readsPayload: false, onEnd };
    const subscriber = new Subscriber(options, () => {
      // After the next turn of the event loop the subscription has been sent.
      setImmediate(() => {
        subscriber.reset();
        resolve();
      });
    });
  });

/** Connects, subscribes and resets the connection many times, and prints what is left of it. */
export const resets = (times: number, databaseUrl: string) =>
  Effect.gen(function* () {
    const server = yield* startServiceProcess(databaseUrl, {});
    const port = Number(new URL(server.url).port);
    const parts = 10;
    for (let part = 0; part <= parts; part += 1) {
      const resident = yield* Effect.promise(() => residentMemory(server.process));
      yield* Console.log(
        `${((times * part) / parts).toLocaleString("en")} connections: ${(resident / 1e6).toFixed(0)} MB resident, ${yield* Effect.promise(() => openAt(server.url))}`
      );
      if (part === parts) break;
      for (let done = 0; done < times / parts; done += atOnce)
        yield* Effect.promise(() => Promise.all(Array.from({ length: atOnce }, () => once(port))));
      yield* Effect.sleep("1 second");
    }
  }).pipe(Effect.scoped);
