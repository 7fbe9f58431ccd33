import * as Either from "effect/Either";
import { readAccount, type UnreadableAccount } from "../../../domain/atproto/NamedAccount.ts";

const example = "such as alice.example.com";

const sentenceOf = ({ reason, text }: UnreadableAccount): string => {
  switch (reason) {
    case "empty":
      return `Enter your handle, ${example}.`;
    case "no-domain":
      return `“${text}” is only the first part of a handle. Add its domain, such as ${text.toLowerCase()}.bsky.social.`;
    case "email-address":
      return `This looks like an email address. Enter your handle, ${example}.`;
    case "web-client":
      return `This is the address of an app, not of an account. Enter your handle, ${example}.`;
    case "server":
      return `This is the address of a server. Enter the handle of the account, ${example}, or its DID.`;
    case "not-an-account":
      return `No account has this handle. Enter your handle, ${example}.`;
  }
};

/** Why a text names no account, in a sentence that says what to do, and a suggested correction. */
export interface AccountHint {
  readonly reason: UnreadableAccount["reason"];
  readonly sentence: string;
  readonly suggestion: string | null;
}

/** Returns the hint for a text that could not be read. */
export const accountHint = (unreadable: UnreadableAccount): AccountHint => ({
  reason: unreadable.reason,
  sentence: sentenceOf(unreadable),
  suggestion: unreadable.suggestion
});

/**
 * Returns a hint for the text; null when it is a handle, a DID or the URL of a server, whether or not the account
 * exists.
 */
export const hintFor = (typed: string): AccountHint | null =>
  Either.match(readAccount(typed), { onLeft: accountHint, onRight: () => null });

/** Formats the sentence and the suggestion as plain text. */
export const hintText = ({ sentence, suggestion }: AccountHint): string =>
  suggestion === null ? sentence : `${sentence} Did you mean ${suggestion}?`;
