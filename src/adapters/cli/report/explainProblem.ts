import { type CommandFailed, failure, unavailable } from "../command/CommandFailed.ts";

/** Why something that a command works with cannot be had: its environment is wrong, or what it needs is not there now. */
export interface Problem {
  readonly _tag: string;
  /** One line, or several, for the operator. */
  readonly message: string;
}

/** What is wrong for as long as nobody changes it, by the names that `--json` gives. */
const failures: Readonly<Record<string, string>> = {
  ConfigurationInvalid: "invalid_configuration",
  SchemaOfLaterVersion: "later_schema",
  UnreadableRecord: "unreadable_event"
};

export const explainProblem = ({ _tag, message }: Problem): CommandFailed =>
  failures[_tag] === undefined ? unavailable(message) : failure(failures[_tag], message);
