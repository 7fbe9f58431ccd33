import { type ProcessTimes, processorTime, processTimes, timeBetween } from "../rounds/processUse.ts";
import type { App, Contender } from "./Contender.ts";
import { inSequence, type StepUse, together } from "./StepUse.ts";

export const connections = 32;

/** The number of concurrent logins, step by step: the peer in memory forgets what is older than a thousand items. */
const loginsAtOnce = 3 * connections;

/** A contender with the process of its database. */
export interface Measured {
  readonly contender: Contender;
  /** The process of the PostgreSQL server; null if it has none. */
  readonly postmaster: number | null;
}

const noTimes: ProcessTimes = new Map();

/** Sends requests over all connections, on each one request after the other, until there is none; `next` returns null then. */
const measured = async <Item>(
  { contender, postmaster }: Measured,
  next: (connection: number) => Item | null,
  work: (item: Item) => Promise<unknown>
): Promise<StepUse> => {
  const took: Array<number> = [];
  const times = () =>
    Promise.all([processorTime(contender.server.process), postmaster === null ? noTimes : processTimes(postmaster)]);
  const [processor, database] = await times();
  const own = process.cpuUsage();
  const start = performance.now();
  const connection = async (_: unknown, at: number): Promise<void> => {
    for (let item = next(at); item !== null; item = next(at)) {
      const place = took.push(0) - 1;
      const sent = performance.now();
      await work(item);
      took[place] = performance.now() - sent;
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - start) / 1_000;
  const load = process.cpuUsage(own);
  const [processorAfter, databaseAfter] = await times();
  return {
    took,
    seconds,
    processor: processorAfter - processor,
    database: timeBetween(database, databaseAfter),
    load: load.user + load.system
  };
};

/** Does a step for each item once. */
const measureStep = async <Item, Result>(
  entrant: Measured,
  items: ReadonlyArray<Item>,
  work: (item: Item) => Promise<Result>
): Promise<{ readonly results: ReadonlyArray<Result>; readonly use: StepUse }> => {
  const results: Array<Result> = [];
  const places = items.map((item, place) => ({ item, place }));
  let at = 0;
  const use = await measured(
    entrant,
    () => places[at++] ?? null,
    async ({ item, place }) => {
      results[place] = await work(item);
    }
  );
  return { results, use };
};

/** The steps of a login, apart from what a user does at their PDS. */
export interface LoginUse {
  readonly par: StepUse;
  readonly authorize: StepUse;
  readonly exchange: StepUse;
}

const measureBatch = async (entrant: Measured): Promise<LoginUse> => {
  const { contender } = entrant;
  const none = Array.from({ length: loginsAtOnce }, () => null);
  const pushed = await measureStep(entrant, none, () => contender.push());
  const opened = await measureStep(entrant, pushed.results, (each) => contender.authorize(each));
  const approved = await measureStep(entrant, opened.results, (each) => contender.approve(each));
  const returned = await measureStep(entrant, approved.results, (each) => contender.finish(each));
  const { use: exchange } = await measureStep(entrant, returned.results, (each) => contender.exchange(each));
  return { par: pushed.use, authorize: inSequence(opened.use, returned.use), exchange };
};

/** Logs in for some seconds, and measures each step apart. */
export const measureLogins = async (entrant: Measured, seconds: number): Promise<LoginUse> => {
  const until = performance.now() + seconds * 1_000;
  const first = await measureBatch(entrant);
  const others: Array<LoginUse> = [];
  while (performance.now() < until) others.push(await measureBatch(entrant));
  const all = (step: keyof LoginUse) => together([first[step], ...others.map((each) => each[step])]);
  return { par: all("par"), authorize: all("authorize"), exchange: all("exchange") };
};

/** Logs in one app per connection. */
export const logIn = (contender: Contender): Promise<ReadonlyArray<App>> =>
  Promise.all(Array.from({ length: connections }, () => contender.login()));

/** Refreshes the tokens of apps for some seconds, one app per connection. */
export const refreshFor = (entrant: Measured, apps: ReadonlyArray<App>, seconds: number): Promise<StepUse> => {
  const until = performance.now() + seconds * 1_000;
  const next = (connection: number): App | null => (performance.now() < until ? (apps[connection] ?? null) : null);
  return measured(entrant, next, (app) => entrant.contender.refresh(app));
};

/** Refreshes the tokens of apps that have just logged in, for some seconds. */
export const measureRefreshes = async (entrant: Measured, seconds: number): Promise<StepUse> =>
  refreshFor(entrant, await logIn(entrant.contender), seconds);
