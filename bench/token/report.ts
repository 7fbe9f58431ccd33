import { median } from "../rounds/median.ts";
import { ratiosTo, spreadText } from "../rounds/Spread.ts";
import type { StepRound } from "./StepUse.ts";

/** The requests of a login, and the refresh that follows for as long as the app is used. */
export type Step = "par" | "authorize" | "exchange" | "refresh";

/** What is measured: each step, and the three of a login together. */
export type What = Step | "login";

export const titles: Readonly<Record<What, string>> = {
  refresh: "refresh with DPoP",
  par: "PAR",
  authorize: "authorize and return",
  exchange: "code exchange",
  login: "complete login"
};

/** All measurements of one server. */
export interface ServerLines {
  readonly server: string;
  readonly rounds: Readonly<Record<What, ReadonlyArray<StepRound>>>;
  /** On the way of one request; null for a server without a database. */
  readonly roundTrips: Readonly<Record<What, number>> | null;
  /** The most resident memory, in bytes. */
  readonly memory: number;
}

const whole = (value: number): string => (Number.isNaN(value) ? "" : Math.round(value).toLocaleString("en"));

const row = (what: What, line: ServerLines, references: ReadonlyArray<ServerLines>): string => {
  const rounds = line.rounds[what];
  const of = (read: (round: StepRound) => number) => median(rounds.map(read));
  const ratio = (other: ServerLines) =>
    other === line ? "" : spreadText(ratiosTo(rounds, other.rounds[what], ({ rate }) => rate));
  const cells = [
    titles[what],
    line.server,
    whole(of(({ rate }) => rate)),
    ...references.map(ratio),
    of(({ p50 }) => p50).toFixed(1),
    of(({ p99 }) => p99).toFixed(1),
    whole(of(({ processor }) => processor)),
    whole(of(({ database }) => database)),
    whole(of(({ load }) => load)),
    line.roundTrips === null ? "" : String(line.roundTrips[what])
  ];
  return `| ${cells.join(" | ")} |`;
};

/** Medians of the rounds. A ratio is the median of the ratios to another server in each round, with their range. */
export const tokenTable = (servers: ReadonlyArray<ServerLines>, references: ReadonlyArray<string>): string => {
  const others = servers.filter(({ server }) => references.includes(server));
  const measured = (["refresh", "par", "authorize", "exchange", "login"] as const).filter((what) =>
    servers.every(({ rounds }) => rounds[what].length > 0)
  );
  const rows = measured.flatMap((what) => servers.map((line) => row(what, line, others)));
  const ratios = others.map(({ server }) => `÷ ${server}`);
  const heads = ["what", "server", "per second", ...ratios, "p50 ms", "p99 ms", "server µs", "database µs", "load µs"];
  const memory = servers.map((line) => `${line.server} ${whole(line.memory / 1_000_000)} MB`).join(", ");
  return `| ${[...heads, "round trips"].join(" | ")} |
| ${[...heads, ""].map(() => "---").join(" | ")} |
${rows.join("\n")}

Most resident memory: ${memory}.`;
};
