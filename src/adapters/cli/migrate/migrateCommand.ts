import * as Command from "@effect/cli/Command";
import * as Options from "@effect/cli/Options";
import * as Effect from "effect/Effect";
import { commandHelp } from "../help/commandHelp.ts";
import { explainProblem } from "../report/explainProblem.ts";
import { json, presentWithoutStores, type Report } from "../report/present.ts";
import { type Migration, Migrations, type SchemaState } from "./Migrations.ts";

const check = Options.boolean("check").pipe(
  Options.withDescription("Change nothing, and end with 1 if migrations are pending or a later version applied some.")
);

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

const migrate = (check: boolean) =>
  Effect.flatMap(Migrations, ({ apply, state }) =>
    check ? Effect.map(state, describeState) : Effect.map(apply, describeApplied)
  ).pipe(Effect.mapError(explainProblem));

export const migrateCommand = Command.make("migrate", { check, json }, ({ check, json }) =>
  presentWithoutStores(json, migrate(check))
).pipe(Command.withDescription(commandHelp.migrate.what));
