import { type CommandFailed, failure, unavailable } from "../command/CommandFailed.ts";

/** Why the services of a command cannot be opened: the environment is wrong, or something is unavailable. */
export interface Problem {
  readonly _tag: string;
  /** One or more lines for the operator. */
  readonly message: string;
}

/** The problems that stay until somebody changes something, with their codes in `--json`. */
const failures: Readonly<Record<string, string>> = {
  ConfigurationInvalid: "invalid_configuration",
  SchemaOfLaterVersion: "later_schema",
  UnreadableRecord: "unreadable_event",
  BackupFolderError: "backup_unusable",
  RestoreRefused: "not_restored"
};

/** Translates a problem into the failure of a command. */
export const explainProblem = ({ _tag, message }: Problem): CommandFailed =>
  failures[_tag] === undefined ? unavailable(message) : failure(failures[_tag], message);
