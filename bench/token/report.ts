import type { Round } from "./measure.ts";

/** All measurements of one server. */
export interface ServerLines {
  readonly server: string;
  readonly refreshes: ReadonlyArray<Round>;
  readonly logins: ReadonlyArray<Round>;
  readonly memory: number | null;
}

const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
};

const micros = (milliseconds: number): string =>
  Number.isNaN(milliseconds) ? "" : String(Math.round(milliseconds * 1_000));

const row = (what: string, server: string, rounds: ReadonlyArray<Round>, peer: ReadonlyArray<Round>): string => {
  const of = (read: (round: Round) => number | null) => median(rounds.map((round) => read(round) ?? Number.NaN));
  const ratio = median(rounds.flatMap((round, at) => (peer[at] ? [round.rate / peer[at].rate] : [])));
  const cells = [
    what,
    server,
    Math.round(of(({ rate }) => rate)).toLocaleString("en"),
    ratio.toFixed(2),
    of(({ p50 }) => p50).toFixed(1),
    of(({ p99 }) => p99).toFixed(1),
    micros(of(({ processor }) => processor)),
    micros(of(({ database }) => database)),
    micros(of(({ load }) => load))
  ];
  return `| ${cells.join(" | ")} |`;
};

/** Medians of the rounds. A ratio is the median of the ratios to the peer in each round. */
export const tokenTable = (servers: ReadonlyArray<ServerLines>, peer: string): string => {
  const theirs = servers.find(({ server }) => server === peer);
  const refreshes = servers.map((each) =>
    row("refresh with DPoP", each.server, each.refreshes, theirs?.refreshes ?? [])
  );
  const logins = servers.map((each) => row("PAR, authorize, exchange", each.server, each.logins, theirs?.logins ?? []));
  const measured = (rounds: ReadonlyArray<Round> | undefined) => (rounds?.length ?? 0) > 0;
  const rows = [...(measured(theirs?.refreshes) ? refreshes : []), ...(measured(theirs?.logins) ? logins : [])];
  const memory = servers.map(({ memory: resident, server }) => `${server} ${resident} MiB`).join(", ");
  return `| what | server | per second | ÷ ${peer} | p50 ms | p99 ms | server µs each | database µs each | load µs each |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

Resident memory after it: ${memory}.`;
};
