import { cpus, loadavg, totalmem } from "node:os";
import { median } from "../rounds/median.ts";
import { ratiosTo, type Spread, spreadOf, spreadText } from "../rounds/Spread.ts";
import type { Form } from "./drawRequests.ts";
import type { Measured, Round } from "./measure.ts";

/** The rounds of one server with one query: medians, and ratios of its rate and p99 to other servers in the same rounds. */
export interface Line {
  readonly query: string;
  readonly title: string;
  readonly form: Form;
  readonly server: string;
  readonly rate: Spread;
  readonly p50: number;
  readonly p99: number;
  readonly rateRatios: Readonly<Record<string, Spread>>;
  readonly p99Ratios: Readonly<Record<string, Spread>>;
  readonly processor: number;
  readonly database: number;
  readonly memory: number;
}

const lineOf = (each: Measured, references: ReadonlyArray<Measured>): Line => {
  const { form, query, rounds, server } = each;
  const of = (read: (round: Round) => number) => median(rounds.map(read));
  const ratios = (read: (round: Round) => number) =>
    Object.fromEntries(references.map((other) => [other.server, ratiosTo(rounds, other.rounds, read)]));
  return {
    query: query.name,
    title: query.title,
    form,
    server,
    rate: spreadOf(rounds.map(({ rate }) => rate)),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    rateRatios: ratios(({ rate }) => rate),
    p99Ratios: ratios(({ p99 }) => p99),
    processor: of(({ processor }) => processor),
    database: of(({ database }) => database),
    memory: of(({ memory }) => memory)
  };
};

/** One line per query, form and server, with ratios to the named servers. */
export const linesOf = (measured: ReadonlyArray<Measured>, references: ReadonlyArray<string>): ReadonlyArray<Line> =>
  measured.map((each) => {
    const same = measured.filter(({ form, query }) => query === each.query && form === each.form);
    return lineOf(
      each,
      same.filter(({ server }) => references.includes(server))
    );
  });

const whole = (value: number): string => (Number.isNaN(value) ? "" : Math.round(value).toLocaleString("en"));

/** What a table compares with: all references by rate, and the peer by p99 too. */
export interface References {
  readonly all: ReadonlyArray<string>;
  readonly peer: string;
}

const row = (line: Line, before: Line | undefined, references: References): string => {
  const ratio = (ratios: Line["rateRatios"], reference: string) => {
    const found = ratios[reference];
    return found === undefined || reference === line.server ? "" : spreadText(found);
  };
  const cells = [
    line.title === before?.title ? "" : line.title,
    line.server,
    whole(line.rate.median),
    ...references.all.map((reference) => ratio(line.rateRatios, reference)),
    line.p50.toFixed(1),
    line.p99.toFixed(1),
    ratio(line.p99Ratios, references.peer),
    whole(line.processor),
    whole(line.database),
    whole(line.memory / 1_000_000)
  ];
  return `| ${cells.join(" | ")} |`;
};

/** The lines of one form as a table. Ratios are medians of the rounds, with their range. */
export const tableOf = (lines: ReadonlyArray<Line>, references: References): string => {
  const ratios = references.all.map((name) => `÷ ${name}`);
  const times = ["p50 ms", "p99 ms", `p99 ÷ ${references.peer}`];
  const titles = ["query", "server", "requests/s", ...ratios, ...times, "server µs", "database µs", "MB"];
  return `| ${titles.join(" | ")} |
| ${titles.map(() => "---").join(" | ")} |
${lines.map((line, at) => row(line, lines[at - 1], references)).join("\n")}`;
};

/** The titles of the forms, the one that counts first. */
export const formTitles: Readonly<Record<Form, string>> = {
  unique: "No two concurrent requests are equal",
  shared: "Equal requests"
};

/** The machine, and how busy it was lately. */
export const machine = () => ({
  processors: cpus().length,
  model: cpus()[0]?.model ?? "unknown",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform}-${process.arch}`,
  node: process.version,
  loadAverage: loadavg().map((load) => Number(load.toFixed(1)))
});
