import * as Args from "@effect/cli/Args";
import * as Command from "@effect/cli/Command";
import { commandHelp } from "../help/commandHelp.ts";
import { json, present } from "../report/present.ts";
import { changeLexiconsBy } from "./changeLexiconsBy.ts";
import { yes } from "./yes.ts";

const nsids = Args.text({ name: "nsid" }).pipe(
  Args.withDescription("The ids of the Lexicons, as tidemark lexicons list shows them."),
  Args.atLeast(1)
);

export const removeCommand = Command.make("remove", { nsids, yes, json }, ({ json, nsids, yes }) =>
  present(json, changeLexiconsBy({ _tag: "Remove", ids: nsids }, yes))
).pipe(Command.withDescription(commandHelp["lexicons remove"].what));
