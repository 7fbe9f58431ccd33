import type { ClientRegistered, ClientRegisteredV1, ClientUpdated, ClientUpdatedV1 } from "../client/ClientEvent.ts";

/** An event after which the registration of an app is completely known, apart from what version 1 did not have. */
export type Registration = ClientRegistered | ClientRegisteredV1 | ClientUpdated | ClientUpdatedV1;

type Details = Partial<Omit<ClientUpdated, "_tag" | "clientId" | "address">>;

const listed = (what: string, items: ReadonlyArray<string>, verb: string): ReadonlyArray<string> =>
  items.length === 0 ? [] : [`${what}${items.length === 1 ? "" : "s"} ${items.join(", ")} ${verb}`];

const lists = (what: string, before: ReadonlyArray<string> = [], after: ReadonlyArray<string> = []) => [
  ...listed(
    what,
    after.filter((each) => !before.includes(each)),
    "added"
  ),
  ...listed(
    what,
    before.filter((each) => !after.includes(each)),
    "removed"
  )
];

const is = (what: string, before: string | null | undefined, after: string | null | undefined) =>
  before === undefined || after === undefined || before === after
    ? []
    : [`${what} changed from ${before ?? "none"} to ${after ?? "none"}`];

const now = (before: boolean | undefined, after: boolean | undefined, what: (isNow: string) => string) =>
  before === undefined || after === undefined || before === after ? [] : [what(after ? "now" : "no longer")];

const differs = (before: unknown, after: unknown, what: string): ReadonlyArray<string> =>
  before === undefined || after === undefined || JSON.stringify(before) === JSON.stringify(after) ? [] : [what];

/** Returns what a change of the registration of an app changed, each in words; empty if it changed nothing. */
export const registrationChange = (before: Registration, after: Registration): ReadonlyArray<string> => {
  const [old, current]: readonly [Details, Details] = [before, after];
  return [
    ...is("name", quoted(old.name), quoted(current.name)),
    ...lists("redirect URI", old.redirectUris, current.redirectUris),
    ...is("scope", quoted(old.scope), quoted(current.scope)),
    ...(old.grantTypes && current.grantTypes ? lists("grant type", old.grantTypes, current.grantTypes) : []),
    ...differs(old.jwks, current.jwks, "public keys changed"),
    ...is("URL of the public keys", old.jwksUri, current.jwksUri),
    ...now(old.dpopBoundAccessTokens, current.dpopBoundAccessTokens, (isNow) => `DPoP ${isNow} required`),
    ...now(
      old.requirePushedAuthorizationRequests,
      current.requirePushedAuthorizationRequests,
      (isNow) => `pushed authorization requests ${isNow} required`
    ),
    ...differs(old.registrationTokenHash, current.registrationTokenHash, "registration access token replaced")
  ];
};

/** In quotation marks that the name of the app in a sentence does not have, so that an old name is not replaced by it. */
const quoted = (text: string | undefined): string | undefined => (text === undefined ? undefined : `“${text}”`);
