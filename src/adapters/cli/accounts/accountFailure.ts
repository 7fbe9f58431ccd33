import type { AccountUnknown } from "../../../application/accounts/findAccount.ts";
import { badUsage, type CommandFailed, failure } from "../command/CommandFailed.ts";

/** Translates an account that is not known into the failure of a command. */
export const accountFailure = ({ message, reason }: AccountUnknown): CommandFailed =>
  reason === "malformed" ? badUsage(`<account>: ${message}`) : failure("account_not_known", message);
