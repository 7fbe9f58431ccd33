import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { nextMessage } from "../nextMessage.ts";

/** A process with subscribers of one document. */
export interface Subscribers {
  readonly open: (port: number, document: string, count: number) => Promise<void>;
  /** Waits until every subscriber received a number of events, and returns the latency of the last one of each, in milliseconds. */
  readonly expect: (events: number) => Promise<ReadonlyArray<number>>;
}

const Message = Schema.Union(
  Schema.Struct({ opened: Schema.Number }),
  Schema.Struct({ latencies: Schema.Array(Schema.Number) }),
  Schema.Struct({ failed: Schema.String })
);
const decodeMessage = Schema.decodeUnknownSync(Message);

const script = fileURLToPath(new URL("subscribers.ts", import.meta.url));

const answer = async (child: ChildProcess) => {
  const decoded = decodeMessage(await nextMessage(child, "The process of the subscribers"));
  if ("failed" in decoded) throw new Error(`A subscriber failed: ${decoded.failed}`);
  return decoded;
};

/** Starts a process for subscribers, for the scope. */
export const startSubscribers = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => fork(script, { execArgv: ["--disable-warning=ExperimentalWarning"] })),
    (child) => Effect.sync(() => child.connected && child.disconnect())
  ),
  (child): Subscribers => ({
    open: async (port, document, count) => {
      child.send({ _tag: "Open", port, document, count });
      await answer(child);
    },
    expect: async (events) => {
      child.send({ _tag: "Expect", events });
      const found = await answer(child);
      return "latencies" in found ? found.latencies : [];
    }
  })
);
