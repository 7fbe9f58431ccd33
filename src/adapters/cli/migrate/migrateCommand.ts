import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { explainProblem } from "../report/explainProblem.ts";
import { presentWithoutStores, type Report } from "../report/present.ts";
import { type Migration, Migrations, type SchemaState } from "./Migrations.ts";
import { check } from "./migrateParameters.ts";

const line = ({ id, name }: Migration): string => `  ${String(id).padStart(4, "0")}  ${name}`;

const named = (title: string, migrations: ReadonlyArray<Migration>): ReadonlyArray<string> =>
  migrations.length === 0 ? [] : [`${title}\n${migrations.map(line).join("\n")}`];

const describeState = ({ applied, pending, problem, unknown }: SchemaState): Report => ({
  text: [
    pending.length + unknown.length === 0 ? `The schema is up to date, with ${applied.length} migrations.` : "",
    ...named("Pending:", pending),
    problem === null ? "" : `${problem}.`
  ]
    .filter(Boolean)
    .join("\n\n"),
  json: { upToDate: pending.length + unknown.length === 0, applied, pending, unknown },
  isFailure: pending.length + unknown.length > 0
});

const describeApplied = (applied: ReadonlyArray<Migration>): Report => ({
  text: applied.length === 0 ? "Nothing to do: the schema is up to date." : named("Applied:", applied).join(""),
  json: { applied }
});

const report = (isCheck: boolean) =>
  Effect.flatMap(Migrations, ({ apply, state }) =>
    isCheck ? Effect.map(state, describeState) : Effect.map(apply, describeApplied)
  ).pipe(Effect.mapError(explainProblem));

export const migrate: Run = (given) => presentWithoutStores(given, report(given(check)));
