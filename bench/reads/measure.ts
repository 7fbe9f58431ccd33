import { inTurn } from "../rounds/alternate.ts";
import { processTimes, residentMemoryOfAll, timeBetween } from "../rounds/processUse.ts";
import { bodiesFor, type Contender } from "./Contender.ts";
import { compareAnswers } from "./compareAnswers.ts";
import type { DrawnRequest, Form } from "./drawRequests.ts";
import type { Load, LoadGenerator } from "./Load.ts";
import type { Options } from "./Options.ts";
import type { GraphqlBody, Query } from "./queries.ts";

/** The result of a contender in one round. What the system does not report is NaN. */
export interface Round extends Load {
  readonly rate: number;
  /** Processor time of the server per request without the database, in microseconds. */
  readonly processor: number;
  /** Processor time of the database per request, in microseconds. */
  readonly database: number;
  /** Resident memory of the server after the round, with its workers, in bytes. */
  readonly memory: number;
}

/** A query in one of its forms. */
export interface Trial {
  readonly query: Query;
  readonly form: Form;
}

export interface Measured extends Trial {
  readonly server: string;
  readonly rounds: ReadonlyArray<Round>;
}

interface Entrant {
  readonly contender: Contender;
  readonly bodies: ReadonlyArray<GraphqlBody>;
  readonly rounds: Array<Round>;
}

export interface Measurement {
  readonly contenders: ReadonlyArray<Contender>;
  readonly trials: ReadonlyArray<Trial>;
  readonly load: LoadGenerator;
  readonly requestsOf: (trial: Trial) => ReadonlyArray<DrawnRequest>;
  /** The process of the PostgreSQL server. */
  readonly postmaster: number;
  readonly say: (line: string) => void;
}

const measureOnce = async (
  { contender, bodies }: Entrant,
  { load, postmaster }: Measurement,
  seconds: number
): Promise<Round> => {
  const { server } = contender;
  const texts = bodies.map((body) => JSON.stringify(body));
  const [before, databaseBefore] = await Promise.all([processTimes(server.process), processTimes(postmaster)]);
  const measured = await load(server.url, texts, seconds);
  const [after, databaseAfter] = await Promise.all([processTimes(server.process), processTimes(postmaster)]);
  if (measured.failed > 0) throw new Error(`${measured.failed} requests to ${server.name} failed`);
  return {
    ...measured,
    rate: measured.requests / measured.seconds,
    processor: timeBetween(before, after) / measured.requests,
    database: timeBetween(databaseBefore, databaseAfter) / measured.requests,
    memory: await residentMemoryOfAll(server.process)
  };
};

const enter = async ({ contenders, requestsOf }: Measurement, trial: Trial): Promise<ReadonlyArray<Entrant>> => {
  const [first] = contenders;
  const requests = requestsOf(trial);
  const entrants: Array<Entrant> = [];
  for (const contender of contenders) {
    // The hand-written server has no lookups, and uses the cursors of the first.
    const cursors = contender.sameBytes ? first : contender;
    entrants.push({ contender, bodies: await bodiesFor(contender, trial.query, requests, cursors), rounds: [] });
  }
  return entrants;
};

/** Warms every server up with every query, then measures them in turn; every other round is in reverse order. */
export const measure = async (
  measurement: Measurement,
  { warmUpSeconds, warmUpSecondsOfQuery, rounds, roundSeconds }: Options
): Promise<ReadonlyArray<Measured>> => {
  const { say, trials } = measurement;
  const warmUp = Math.max(warmUpSecondsOfQuery, Math.ceil(warmUpSeconds / trials.length));
  const asked: Array<{ readonly trial: Trial; readonly entrants: ReadonlyArray<Entrant> }> = [];
  for (const trial of trials) {
    say(`Comparing the responses to ${trial.query.name}, ${trial.form} ...`);
    const entrants = await enter(measurement, trial);
    asked.push({ trial, entrants });
    await compareAnswers(entrants);
    for (const entrant of entrants) await measureOnce(entrant, measurement, warmUp);
  }
  for (let round = 0; round < rounds; round += 1) {
    say(`Round ${round + 1} of ${rounds} ...`);
    for (const { entrants } of asked) {
      for (const entrant of inTurn(entrants, round))
        entrant.rounds.push(await measureOnce(entrant, measurement, roundSeconds));
    }
  }
  return asked.flatMap(({ entrants, trial }) =>
    entrants.map(({ contender, rounds: done }) => ({ ...trial, server: contender.server.name, rounds: done }))
  );
};
