import { type CommandFailed, failure, unavailable } from "./CommandFailed.ts";

/** Why something that a command works with cannot be had: its environment is wrong, or what it needs is not there now. */
export interface Problem {
  readonly _tag: string;
  /** One line, or several, for the operator. */
  readonly message: string;
}

export const explainProblem = ({ _tag, message }: Problem): CommandFailed =>
  _tag === "ConfigurationInvalid" ? failure("invalid_configuration", message) : unavailable(message);
