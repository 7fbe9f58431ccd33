import { median } from "../rounds/median.ts";
import { percentile } from "../rounds/percentile.ts";
import { type LoginTimes, type Step, type StepTimes, steps } from "./measureLogin.ts";

/** All logins at one server. */
export interface ServerLogins {
  readonly server: string;
  readonly logins: ReadonlyArray<LoginTimes>;
}

/** What lies between the user and the PDS; the other steps are between the app and the service. */
const towardPds: ReadonlyArray<Step> = ["authorize", "return"];

/** Returns some steps of a login as one; null if it has none of them. */
export const joined = (login: LoginTimes, chosen: ReadonlyArray<Step>): StepTimes | null => {
  const found = chosen.flatMap((step) => login[step] ?? []);
  const sum = (read: (step: StepTimes) => number) => found.reduce((total, step) => total + read(step), 0);
  if (found.length === 0) return null;
  return {
    total: sum(({ total }) => total),
    others: {
      milliseconds: sum(({ others }) => others.milliseconds),
      requests: sum(({ others }) => others.requests),
      processor: sum(({ others }) => others.processor)
    },
    processor: sum(({ processor }) => processor),
    database: sum(({ database }) => database)
  };
};

const whole = (value: number): string => (Number.isNaN(value) ? "" : Math.round(value).toLocaleString("en"));

const row = (title: string, chosen: ReadonlyArray<Step>, { logins, server }: ServerLogins): ReadonlyArray<string> => {
  const all = logins.flatMap((login) => joined(login, chosen) ?? []);
  if (all.length === 0) return [];
  const of = (read: (step: StepTimes) => number) => median(all.map(read));
  const own = all.map(({ others, total }) => total - others.milliseconds);
  const cells = [
    title,
    server,
    of(({ total }) => total).toFixed(1),
    of(({ others }) => others.milliseconds).toFixed(1),
    median(own).toFixed(1),
    percentile(own, 0.95).toFixed(1),
    of(({ others }) => others.requests).toFixed(0),
    whole(of(({ processor }) => processor)),
    whole(of(({ others }) => others.processor)),
    whole(of(({ database }) => database))
  ];
  return [`| ${cells.join(" | ")} |`];
};

/** The medians of each step at each server, of what lies toward the PDS, and of complete logins. */
export const loginTable = (servers: ReadonlyArray<ServerLogins>): string => {
  const parts: ReadonlyArray<readonly [string, ReadonlyArray<Step>]> = [
    ...steps.map((step) => [step, [step]] as const),
    ["toward the PDS: authorize and return", towardPds],
    ["complete login", steps]
  ];
  const rows = parts.flatMap(([title, chosen]) => servers.flatMap((server) => row(title, chosen, server)));
  return `| step | server | total ms | PDS and directory ms | own ms | own p95 ms | requests to them | server µs | of it, during these requests | database µs |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}`;
};
