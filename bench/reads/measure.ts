import { bodiesFor, type Contender } from "./Contender.ts";
import { compareAnswers } from "./compareAnswers.ts";
import type { Load, LoadGenerator } from "./Load.ts";
import type { Options } from "./Options.ts";
import type { GraphqlBody, Query } from "./queries.ts";
import { processorTime } from "./Server.ts";

/** The result of a contender in one round. */
export interface Round extends Load {
  readonly rate: number;
  /** Processor time of the server per request without the database, in milliseconds; null if unknown. */
  readonly processor: number | null;
}

export interface Measured {
  readonly query: Query;
  readonly server: string;
  readonly rounds: ReadonlyArray<Round>;
}

interface Entrant {
  readonly query: Query;
  readonly contender: Contender;
  readonly bodies: ReadonlyArray<GraphqlBody>;
  readonly rounds: Array<Round>;
}

const measureOnce = async ({ contender, bodies }: Entrant, load: LoadGenerator, seconds: number): Promise<Round> => {
  const { server } = contender;
  const before = await processorTime(server);
  const texts = bodies.map((body) => JSON.stringify(body));
  const measured = await load(server.url, texts, seconds);
  const after = await processorTime(server);
  if (measured.failed > 0) throw new Error(`${measured.failed} requests to ${server.name} failed`);
  const processor = before === null || after === null ? null : (after - before) / measured.requests;
  return { ...measured, rate: measured.requests / measured.seconds, processor };
};

export interface Measurement {
  readonly contenders: ReadonlyArray<Contender>;
  readonly queries: ReadonlyArray<Query>;
  readonly load: LoadGenerator;
  readonly uriAt: (depth: number) => string;
}

const enter = async ({ contenders, uriAt }: Measurement, query: Query): Promise<ReadonlyArray<Entrant>> => {
  const answering = contenders.filter(({ queries }) => queries.includes(query));
  const [first] = answering;
  return Promise.all(
    answering.map(async (contender) => ({
      query,
      contender,
      // The hand-written server has no lookups, and uses the cursors of the first.
      bodies: await bodiesFor(contender.sameBytes ? (first ?? contender) : contender, query, uriAt),
      rounds: []
    }))
  );
};

/** Warms every server up with every query, then measures them in turn; every other round is in reverse order. */
export const measure = async (
  measurement: Measurement,
  { warmUpSeconds, warmUpSecondsOfQuery, rounds, roundSeconds }: Options
): Promise<ReadonlyArray<Measured>> => {
  const { load, queries } = measurement;
  const warmUp = (contender: Contender) =>
    Math.max(warmUpSecondsOfQuery, Math.ceil(warmUpSeconds / contender.queries.length));
  const asked = await Promise.all(queries.map((query) => enter(measurement, query)));
  for (const entrants of asked) {
    await compareAnswers(entrants);
    for (const entrant of entrants) await measureOnce(entrant, load, warmUp(entrant.contender));
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const entrants of asked) {
      for (const entrant of round % 2 === 0 ? entrants : entrants.toReversed()) {
        entrant.rounds.push(await measureOnce(entrant, load, roundSeconds));
      }
    }
  }
  return asked.flat().map(({ query, contender, rounds: done }) => ({
    query,
    server: contender.server.name,
    rounds: done
  }));
};
