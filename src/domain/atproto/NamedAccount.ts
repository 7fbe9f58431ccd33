import * as Data from "effect/Data";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { cleanAccountName } from "./cleanAccountName.ts";
import { Did } from "./Did.ts";
import { Handle } from "./Handle.ts";
import { type Linked, linkedAccount } from "./linkedAccount.ts";
import { suggestAccount } from "./suggestAccount.ts";

/** How an account is named. `Server` is the origin of a PDS; its account is known only after the sign-in. */
export type NamedAccount = Data.TaggedEnum<{
  Handle: { readonly handle: Handle };
  Did: { readonly did: Did };
  Server: { readonly origin: string };
}>;
export const NamedAccount = Data.taggedEnum<NamedAccount>();

/**
 * A text that names no account. `text` is the input without invisible characters; `suggestion` is the handle or DID
 * that was probably meant, if there is exactly one.
 */
export class UnreadableAccount extends Schema.TaggedError<UnreadableAccount>()("UnreadableAccount", {
  reason: Schema.Literal("empty", "no-domain", "email-address", "web-client", "server", "not-an-account"),
  text: Schema.String,
  suggestion: Schema.NullOr(Schema.String)
}) {}

/** The maximum length of the input: a link that contains a DID of maximum length. */
const maxLength = 4_096;
const maxShownLength = 253;

const asDid = Schema.decodeOption(Did);
const asHandle = Schema.decodeOption(Handle);

const named = (text: string): Option.Option<NamedAccount> =>
  Option.orElse(
    Option.map(asDid(text), (did) => NamedAccount.Did({ did })),
    () => Option.map(asHandle(text.toLowerCase()), (handle) => NamedAccount.Handle({ handle }))
  );

const reasonOf = (text: string): UnreadableAccount["reason"] => {
  if (text === "") return "empty";
  if (/^[a-z0-9-]{1,63}$/i.test(text)) return "no-domain";
  return /^[^\s@/:]+@[^\s@/:]+$/.test(text) ? "email-address" : "not-an-account";
};

const unreadable = (reason: UnreadableAccount["reason"], text: string, suggestion: string | null) =>
  Either.left(new UnreadableAccount({ reason, text: text.slice(0, maxShownLength), suggestion }));

/** A link to a profile is more than a suggestion: the account in it is the one that is meant. */
const ofLink = (text: string, linked: Linked): Either.Either<NamedAccount, UnreadableAccount> => {
  if (linked._tag === "Server") return Either.right(NamedAccount.Server({ origin: linked.origin }));
  if (linked._tag === "WebClient") return unreadable("web-client", text, null);
  return Either.fromOption(named(linked.name), () => notNamed(linked.name));
};

const notNamed = (text: string): UnreadableAccount =>
  new UnreadableAccount({
    reason: reasonOf(text),
    text: text.slice(0, maxShownLength),
    suggestion: suggestAccount(text)
  });

/**
 * Parses the name of an account: a handle, a DID, an AT URI, the link to a profile, or the URL of a PDS. Invisible
 * characters, full-width forms, a leading `@` and a trailing dot are ignored.
 */
export const readAccount = (typed: string): Either.Either<NamedAccount, UnreadableAccount> => {
  if (typed.length > maxLength) return unreadable("not-an-account", typed, null);
  const text = cleanAccountName(typed);
  const linked = linkedAccount(text);
  if (linked !== null) return ofLink(text, linked);
  return Either.fromOption(named(text), () => notNamed(text));
};

/** Parses the name of an account where the URL of a PDS is not accepted. */
export const readUserAccount = (
  typed: string
): Either.Either<Exclude<NamedAccount, { readonly _tag: "Server" }>, UnreadableAccount> =>
  Either.flatMap(readAccount(typed), (account) =>
    account._tag === "Server"
      ? unreadable("server", account.origin, suggestAccount(new URL(account.origin).hostname))
      : Either.right(account)
  );
