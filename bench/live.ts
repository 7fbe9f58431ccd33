/** `npm run bench -- live`: how soon, how cheaply and how reliably subscribers receive events. */
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { createDatabase } from "./createDatabase.ts";
import { fanOut } from "./live/fanOut.ts";
import { labels } from "./live/labels.ts";
import { resets } from "./live/resets.ts";
import { resume } from "./live/resume.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";

const usage = `npm run bench -- live [part] [flags]

  fan-out      from an event to the last of many subscribers, the memory of a socket, and reads of others meanwhile
  resume       what is lost or doubled while clients reconnect and two processes are killed
  resets       what is left of connections that are reset
  labels       the rate of pages with labels, compared with the same pages without

  --sockets    subscribers of the fan-out; 5000 by default
  --rate       events per second of the fan-out; 50 by default
  --seconds    of a round of the fan-out and of labels; 10 by default
  --rounds     of the fan-out and of labels; 3 by default
  --events     of resume; 1000000 by default
  --clients    of resume; 4 by default
  --kill-every seconds between two kills; 10 by default
  --times      connections that are reset; 10000 by default`;

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    sockets: { type: "string", default: "5000" },
    rate: { type: "string", default: "50" },
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "3" },
    events: { type: "string", default: "1000000" },
    clients: { type: "string", default: "4" },
    "kill-every": { type: "string", default: "10" },
    times: { type: "string", default: "10000" },
    help: { type: "boolean", default: false }
  }
});

const parts: Readonly<Record<string, (url: string) => Effect.Effect<void, unknown>>> = {
  "fan-out": (url) =>
    fanOut(
      {
        sockets: Number(flags.sockets),
        perSecond: Number(flags.rate),
        seconds: Number(flags.seconds),
        rounds: Number(flags.rounds)
      },
      url
    ),
  resume: (url) =>
    resume(
      { events: Number(flags.events), clients: Number(flags.clients), killEvery: Number(flags["kill-every"]) },
      url
    ),
  resets: (url) => resets(Number(flags.times), url),
  labels: (url) => labels({ rounds: Number(flags.rounds), seconds: Number(flags.seconds) }, url)
};

const bench = Effect.gen(function* () {
  const chosen = positionals.length === 0 ? Object.keys(parts) : positionals;
  if (flags.help || chosen.some((name) => !Object.hasOwn(parts, name))) return yield* Console.log(usage);
  const { url } = yield* temporaryDatabase;
  for (const name of chosen) {
    const database = yield* createDatabase(url, `live_${name.replaceAll("-", "_")}`);
    yield* parts[name]?.(database) ?? Effect.void;
  }
}).pipe(Effect.scoped);

NodeRuntime.runMain(bench);
