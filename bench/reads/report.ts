import { cpus, loadavg, totalmem } from "node:os";
import type { Measured, Round } from "./measure.ts";

const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
};

/** The medians of the rounds of one server with one query; ratios are to the peer in the same round. */
export interface Line {
  readonly query: string;
  readonly title: string;
  readonly server: string;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly rateRatio: number;
  readonly p99Ratio: number;
  readonly processor: number | null;
}

const lineOf = ({ query, server, rounds }: Measured, peer: ReadonlyArray<Round>): Line => {
  const of = (read: (round: Round) => number) => median(rounds.map(read));
  const ratio = (read: (round: Round) => number) =>
    median(rounds.flatMap((round, at) => (peer[at] ? [read(round) / read(peer[at])] : [])));
  const processor = of((round) => round.processor ?? Number.NaN);
  return {
    query: query.name,
    title: query.title,
    server,
    rate: of((round) => round.rate),
    p50: of((round) => round.p50),
    p99: of((round) => round.p99),
    rateRatio: ratio((round) => round.rate),
    p99Ratio: ratio((round) => round.p99),
    processor: Number.isNaN(processor) ? null : processor
  };
};

/** One line per server and query, with ratios to the named server. */
export const linesOf = (measured: ReadonlyArray<Measured>, peer: string): ReadonlyArray<Line> =>
  measured.map((each) => {
    const theirs = measured.find(({ query, server }) => query === each.query && server === peer);
    return lineOf(each, theirs?.rounds ?? []);
  });

const row = (line: Line, before: Line | undefined): string => {
  const times = (value: number) => (Number.isNaN(value) ? "" : value.toFixed(2));
  const cells = [
    line.title === before?.title ? "" : line.title,
    line.server,
    Math.round(line.rate).toLocaleString("en"),
    line.p50.toFixed(1),
    line.p99.toFixed(1),
    times(line.rateRatio),
    times(line.p99Ratio),
    line.processor === null ? "" : Math.round(line.processor * 1_000)
  ];
  return `| ${cells.join(" | ")} |`;
};

export const tableOf = (
  lines: ReadonlyArray<Line>
): string => `| query | server | requests/s | p50 ms | p99 ms | requests/s ÷ PostGraphile | p99 ÷ PostGraphile | server µs/request |
| --- | --- | --- | --- | --- | --- | --- | --- |
${lines.map((line, at) => row(line, lines[at - 1])).join("\n")}`;

export const machine = () => ({
  processors: cpus().length,
  model: cpus()[0]?.model ?? "unknown",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform}-${process.arch}`,
  node: process.version,
  loadAverage: loadavg().map((load) => Number(load.toFixed(1)))
});
