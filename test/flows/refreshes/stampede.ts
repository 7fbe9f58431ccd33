import type { GraphqlResult } from "../App.ts";
import { ExpiringWire } from "./ExpiringWire.ts";
import { errorOf, type RefreshRunOptions, startRefreshRun, writeAtPds } from "./RefreshRun.ts";

export interface StampedeOptions extends RefreshRunOptions {
  /** Requests that each process gets at the same time. */
  readonly requests: number;
  readonly rounds: number;
  /** Writes of steady traffic after that. */
  readonly steadyWrites: number;
  /** Lets the wire answer the writes of the rounds, so that the PDS has only refreshes to do. */
  readonly answersWrites?: boolean;
}

export interface StampedeReport {
  readonly requests: number;
  readonly seconds: number;
  /** What the PDS said to refreshes. */
  readonly granted: number;
  readonly invalidGrants: number;
  /** Errors that apps got, by code. */
  readonly errors: Readonly<Record<string, number>>;
  /** Requests to the PDS for each write while nothing expired. */
  readonly requestsPerWrite: number;
}

/** The app's own tokens last for 15 minutes, in milliseconds; a slow machine takes longer. */
const renewAfter = 5 * 60_000;

/**
 * Lets one session expire, again and again, under many requests to several processes at the same time; then writes in
 * steady traffic, and counts what reaches the PDS.
 */
export const stampede = async (options: StampedeOptions): Promise<StampedeReport> => {
  const { answersWrites = false, network, requests, rounds, steadyWrites, say = () => undefined } = options;
  const run = await startRefreshRun(options);
  const { app, nodes, proxy } = run;
  try {
    let tokens = await app.login(await network.pdses[0].createAccount({ handle: "stampede.test" }));
    const wire = new ExpiringWire(proxy, { answersWrites });
    const errors: Record<string, number> = {};
    const count = (answer: GraphqlResult) => {
      const error = errorOf(answer);
      if (error !== null) errors[error.code] = (errors[error.code] ?? 0) + 1;
    };
    const touch = async (node: (typeof nodes)[number] | undefined) => count(await writeAtPds(app, node, tokens));
    await touch(nodes[0]);
    const start = performance.now();
    let renewedAt = start;
    for (let round = 0; round < rounds; round += 1) {
      if (performance.now() - renewedAt > renewAfter) {
        tokens = await app.refresh(tokens);
        renewedAt = performance.now();
      }
      wire.expire();
      await Promise.all(nodes.flatMap((node) => Array.from({ length: requests }, () => touch(node))));
      if (round % 10 === 9) say(`${round + 1} rounds, ${wire.counts.granted} refreshes`);
    }
    const seconds = (performance.now() - start) / 1000;
    wire.answersWrites = false;
    const before = proxy.answered;
    for (let write = 0; write < steadyWrites; write += 1)
      count(await writeAtPds(app, nodes[write % nodes.length], tokens));
    return {
      requests: rounds * nodes.length * requests,
      seconds,
      ...wire.counts,
      errors,
      requestsPerWrite: (proxy.answered - before) / steadyWrites
    };
  } finally {
    await run.stop();
  }
};
