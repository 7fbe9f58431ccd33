import type { Contender } from "./Contender.ts";
import type { DatabaseWire, Traffic } from "./DatabaseWire.ts";
import type { Step } from "./report.ts";

/** What goes to the database on the way of one request of each step. */
export type StepTraffic = Readonly<Record<Step, Traffic>>;

const joined = (first: Traffic, second: Traffic): Traffic => ({
  roundTrips: first.roundTrips + second.roundTrips,
  statements: [...first.statements, ...second.statements]
});

/** The least traffic of the same request: what background jobs read at the same time is counted by accident. */
export const leastTraffic = (all: ReadonlyArray<Traffic>): Traffic =>
  all.toSorted((a, b) => a.roundTrips - b.roundTrips)[0] ?? { roundTrips: Number.NaN, statements: [] };

/** Logs in and refreshes a number of times, one request after the other, and returns the least traffic of each step until its response. */
export const countRoundTrips = async (
  contender: Contender,
  wire: DatabaseWire,
  times: number
): Promise<StepTraffic> => {
  const seen: Record<Step, Array<Traffic>> = { par: [], authorize: [], exchange: [], refresh: [] };
  const during = async <A>(work: Promise<A>): Promise<readonly [A, Traffic]> => {
    const result = await work;
    return [result, wire.take()];
  };
  // The first logins prepare statements and fill caches.
  for (let at = 0; at < 5; at += 1) await contender.refresh(await contender.login());
  for (let at = 0; at < times; at += 1) {
    wire.take();
    const [pushed, par] = await during(contender.push());
    const [opened, started] = await during(contender.authorize(pushed));
    const approved = await contender.approve(opened);
    wire.take();
    const [returned, finished] = await during(contender.finish(approved));
    const [app, exchange] = await during(contender.exchange(returned));
    const [, refresh] = await during(contender.refresh(app));
    seen.par.push(par);
    seen.authorize.push(joined(started, finished));
    seen.exchange.push(exchange);
    seen.refresh.push(refresh);
  }
  return {
    par: leastTraffic(seen.par),
    authorize: leastTraffic(seen.authorize),
    exchange: leastTraffic(seen.exchange),
    refresh: leastTraffic(seen.refresh)
  };
};

/** The statements of each step as text, one per line, shortened. */
export const statementsText = (server: string, traffic: StepTraffic): string =>
  Object.entries(traffic)
    .map(([step, { roundTrips, statements }]) => {
      const lines = statements.map((statement) => `  ${statement.replace(/\s+/g, " ").trim().slice(0, 160)}`);
      return [`${server}, ${step}: ${roundTrips} round trips, ${statements.length} statements`, ...lines].join("\n");
    })
    .join("\n\n");
