import { loggedEvents } from "../../support/loggedEvents.ts";
import type { Tokens } from "../App.ts";
import { Dice } from "../faults/Dice.ts";
import type { WireFault } from "../PdsProxy.ts";
import { ExpiringWire } from "./ExpiringWire.ts";
import { errorOf, type RefreshRunOptions, startRefreshRun, touchPds } from "./RefreshRun.ts";

export interface RefreshFaultOptions extends RefreshRunOptions {
  /** Refreshes that are begun, at least. */
  readonly refreshes: number;
  readonly people: number;
  /** The share of refreshes that the wire disturbs. */
  readonly faults: number;
  readonly seed: number;
}

export interface RefreshFaultReport {
  readonly seconds: number;
  readonly refreshes: number;
  readonly granted: number;
  readonly disturbed: Readonly<Record<string, number>>;
  /** How often each outcome of a refresh is in the log; a session's end with its reason. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly logins: number;
  /** Sessions that an app was told are over and the log says nothing of, or the other way round, or without reason. */
  readonly unexplained: ReadonlyArray<string>;
}

type Disturbance = Exclude<WireFault["_tag"], "Pass" | "Answer">;

/** A lost answer ends the session at the PDS that we use, so that it is rarer than what a session outlives. */
const disturbances: ReadonlyArray<Disturbance> = [
  ...(["LoseRequest", "LoseRequest", "Delay", "Delay", "Duplicate", "LoseAnswer", "Truncate"] as const)
];

/** People whose tokens expire with every call, over a wire that loses, delays, doubles and cuts off what passes when they are refreshed. */
export const refreshFaults = async (options: RefreshFaultOptions): Promise<RefreshFaultReport> => {
  const { network, say = () => undefined } = options;
  const dice = new Dice(options.seed);
  const run = await startRefreshRun(options);
  const { app, nodes, proxy } = run;
  try {
    const disturbed: Record<string, number> = {};
    const wire = new ExpiringWire(proxy, {
      refreshFault: () => {
        if (!dice.happens(options.faults)) return { _tag: "Pass" };
        const _tag = dice.of(disturbances) ?? "LoseRequest";
        disturbed[_tag] = (disturbed[_tag] ?? 0) + 1;
        return _tag === "Delay" ? { _tag, milliseconds: dice.below(300) } : { _tag };
      }
    });
    const told: Array<{ readonly did: string; readonly cause: string | null }> = [];
    const unexplained: Array<string> = [];
    const people = await Promise.all(
      Array.from({ length: options.people }, async (_, at) => {
        const account = await network.pdses[0].createAccount({ handle: `refresh${at}.test` });
        return { account, tokens: await app.login(account) };
      })
    );
    let logins = people.length;
    let calls = 0;
    const live = async (person: (typeof people)[number]) => {
      let tokens: Tokens = person.tokens;
      while (calls < options.refreshes) {
        calls += 1;
        if (calls % 1_000 === 0) say(`${calls} calls, ${wire.counts.granted} refreshes granted, ${logins} logins`);
        wire.expire();
        const answer = await touchPds(app, dice.of(nodes), tokens);
        const error = errorOf(answer);
        if (error === null || error.code === "SESSION_NOT_REFRESHED") continue;
        if (answer.status === 401 && error.cause === null) {
          tokens = await app.refresh(tokens);
          continue;
        }
        if (error.code !== "UNAUTHENTICATED") unexplained.push(`${error.code} ${error.cause}`);
        told.push({ did: person.account.did, cause: error.cause });
        tokens = await app.login(person.account);
        logins += 1;
      }
    };
    const start = performance.now();
    await Promise.all(people.map(live));
    const seconds = (performance.now() - start) / 1000;

    const rows = (await loggedEvents(options.databaseUrl)).filter(({ stream }) => stream.startsWith("session-"));
    const outcomes: Record<string, number> = {};
    for (const { reason, type } of rows) {
      const name = reason === null ? type.slice(0, -3) : `${type.slice(0, -3)}(${reason})`;
      outcomes[name] = (outcomes[name] ?? 0) + 1;
    }
    const ended = rows.filter(({ type }) => type === "SessionEnded.v1");
    const key = (did: string, reason: string | null) => `${did} ${reason}`;
    const countBy = (all: ReadonlyArray<string>) =>
      new Map([...Map.groupBy(all, (each) => each)].map(([name, same]) => [name, same.length]));
    const logged = countBy(ended.map(({ reason, subjectDid }) => key(subjectDid ?? "", reason)));
    const heard = countBy(told.map(({ cause, did }) => key(did, cause)));
    for (const name of new Set([...logged.keys(), ...heard.keys()]))
      if (logged.get(name) !== heard.get(name))
        unexplained.push(`${name}: ${logged.get(name) ?? 0} in the log, ${heard.get(name) ?? 0} told`);
    return {
      seconds,
      refreshes: rows.filter(({ type }) => type === "SessionRefreshStarted.v1").length,
      granted: wire.counts.granted,
      disturbed,
      outcomes,
      logins,
      unexplained
    };
  } finally {
    await run.stop();
  }
};
