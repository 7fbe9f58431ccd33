import { rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { Network } from "../../pds/connectNetwork.ts";
import { testSecretsEnvironment } from "../../support/testSubjectKeys.ts";
import { App, type Registration } from "../App.ts";
import { eventually } from "../eventually.ts";
import { noteLexicons } from "../noteLexicons.ts";
import { PdsProxy } from "../PdsProxy.ts";
import { recordsAtPds } from "../RecordsAtPds.ts";
import { ServiceProcess } from "../ServiceProcess.ts";
import { WriteLog } from "../WriteLog.ts";
import { Author } from "./Author.ts";
import { compare, type Differences, isExplained } from "./compare.ts";
import { Dice } from "./Dice.ts";
import { RefreshedSession } from "./RefreshedSession.ts";

export interface FaultOptions {
  /** A network of this run's own: its PDS is stopped and started. */
  readonly network: Network;
  /** An empty database, and a folder for keys. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly register: (env: Readonly<Record<string, string>>) => Promise<Registration>;
  /** Records to write, at least. */
  readonly writes: number;
  readonly authors: number;
  /** How many records lie between two kills, and between two restarts of the PDS, about. */
  readonly killEvery: number;
  readonly restartEvery: number;
  /** The share of requests, and of answers, that are lost between service and PDS. */
  readonly loss: number;
  /** The share of writes without an idempotency key, which are not sent again. */
  readonly keyless: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}

export interface FaultReport extends Differences {
  readonly records: number;
  readonly writes: number;
  readonly seconds: number;
  readonly kills: number;
  readonly restarts: number;
  readonly lostRequests: number;
  readonly lostAnswers: number;
  readonly retries: number;
  /** How often each story of a write was told. */
  readonly stories: Readonly<Record<string, number>>;
}

const collection = "dev.tidemark.note";

/** Does something whenever about so many more records were asked for, so that a slow machine sees as much as a fast one. */
const everySoOften = async (
  records: number,
  dice: Dice,
  progress: { records: number; isOver: boolean },
  act: () => Promise<void>
) => {
  let next = records * (0.5 + dice.roll());
  while (!progress.isOver) {
    if (progress.records >= next) {
      await act();
      next = progress.records + records * (0.5 + dice.roll());
    }
    await setTimeout(20);
  }
};

const countStories = (writes: ReadonlyArray<{ readonly story: ReadonlyArray<string> }>) => {
  const counts: Record<string, number> = {};
  for (const { story } of writes) {
    const told = story.filter((each, at) => each !== story[at - 1]).join(" → ");
    counts[told] = (counts[told] ?? 0) + 1;
  }
  return counts;
};

/**
 * Writes through two processes that are killed, to a PDS that is restarted, over a wire that loses requests and answers.
 * When all is quiet again, what was told, the log, the index and the PDS are compared.
 */
export const faultRun = async (options: FaultOptions): Promise<FaultReport> => {
  const { network, say = () => undefined } = options;
  const [pds] = network.pdses;
  const dice = new Dice(options.seed);
  const lexicons = await noteLexicons();
  const proxy = await PdsProxy.before(pds.url);
  const env = {
    ...proxy.env,
    DATABASE_URL: options.databaseUrl,
    DATA_DIR: options.dataDir,
    LEXICON_DIR: lexicons,
    PLC_DIRECTORY_URL: network.plc.url,
    HANDLE_RESOLVER_URL: pds.url,
    ...testSecretsEnvironment
  };
  const first = await ServiceProcess.start({ env });
  const nodes = [first, await ServiceProcess.start({ env, publicUrl: first.publicUrl })];
  const log = await WriteLog.at(options.databaseUrl);
  const counts = { kills: 0, restarts: 0, lostRequests: 0, lostAnswers: 0 };
  try {
    const registration = await options.register(env);
    const authors: Array<Author> = [];
    const dids: Array<string> = [];
    for (let at = 0; at < options.authors; at += 1) {
      const account = await pds.createAccount({ handle: `fault${at}.test` });
      const app = await App.make(first, registration);
      const session = new RefreshedSession(app, await app.login(account));
      authors.push(new Author(`author${at}`, app, session, nodes, new Dice(options.seed + at + 1)));
      dids.push(account.did);
    }
    say(`${authors.length} authors are signed in`);
    const lose = (count: "lostRequests" | "lostAnswers") => () => {
      const isLost = dice.happens(options.loss);
      if (isLost) counts[count] += 1;
      return !isLost;
    };
    proxy.fate = { forward: lose("lostRequests"), answer: lose("lostAnswers") };

    const progress = { records: 0, isOver: false };
    const start = performance.now();
    const killing = everySoOften(options.killEvery, dice, progress, async () => {
      const node = dice.of(nodes);
      await node?.kill();
      counts.kills += 1;
      await node?.start();
    });
    const restarting = everySoOften(options.restartEvery, dice, progress, async () => {
      await pds.stop();
      counts.restarts += 1;
      await setTimeout(dice.below(500));
      await pds.start();
      say(`${progress.records} records after ${Math.round((performance.now() - start) / 1000)} s`);
    });
    const writing = authors.map(async (author) => {
      while (progress.records < options.writes) {
        const written = await author.write(options.keyless);
        progress.records += written;
      }
    });
    await Promise.all(writing).finally(() => {
      progress.isOver = true;
    });
    const seconds = (performance.now() - start) / 1000;
    await Promise.all([killing, restarting]);
    proxy.fate = {};

    say("waiting until every write has an outcome");
    await eventually("every write has an outcome", async () => (await log.writes()).every(isExplained), 120_000);
    const writes = await log.writes();
    const atPds = (await Promise.all(dids.map((did) => recordsAtPds(pds.url, did, collection)))).flat();
    const differences = compare(authors, atPds, writes, await log.claimed(), await log.indexed(collection));
    const retries = authors.reduce((sum, author) => sum + author.retries, 0);
    return {
      ...differences,
      ...counts,
      records: progress.records,
      writes: writes.length,
      seconds,
      retries,
      stories: countStories(writes)
    };
  } finally {
    await log.stop();
    await Promise.all(nodes.map((node) => node.stop()));
    await proxy.stop();
    await rm(lexicons, { recursive: true, force: true });
  }
};
