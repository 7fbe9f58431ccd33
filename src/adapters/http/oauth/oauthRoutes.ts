import { limitAddresses } from "../limits/limitAddresses.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import type { Route } from "../server/Route.ts";
import { authorizeRoutes } from "./authorizeRoutes.ts";
import { confirmationRoutes } from "./confirmationRoutes.ts";
import { introspectRoutes } from "./introspectRoutes.ts";
import { metadataRoutes } from "./metadataRoutes.ts";
import { parRoutes } from "./parRoutes.ts";
import { registrationRoutes } from "./registrationRoutes.ts";
import { revokeRoutes } from "./revokeRoutes.ts";
import { tooManyRequests } from "./tokenErrors.ts";
import { tokenRoutes } from "./tokenRoutes.ts";
import { tooManyByPage } from "./tooManyByPage.ts";

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;

/** What the handlers of the OAuth server ask for. */
export type OAuthNeeds =
  | NeedsOf<typeof authorizeRoutes>
  | NeedsOf<typeof introspectRoutes>
  | NeedsOf<typeof confirmationRoutes>
  | NeedsOf<typeof metadataRoutes>
  | NeedsOf<typeof parRoutes>
  | NeedsOf<typeof registrationRoutes>
  | NeedsOf<typeof revokeRoutes>
  | NeedsOf<typeof tokenRoutes>;

const tooManyFromHere = (_request: HttpRequest, retryAfter: number) =>
  tooManyRequests(retryAfter, "too many requests come from this address");

/**
 * Every address of the OAuth server but the one to which PDSes send browsers back. What makes the service ask others, or remember something for ever, counts for
 * several requests of an address.
 */
export const oauthRoutes: ReadonlyArray<Route<OAuthNeeds>> = [
  ...limitAddresses(authorizeRoutes, { cost: 5, refuse: tooManyByPage }),
  ...limitAddresses(registrationRoutes, { cost: 20, refuse: tooManyFromHere }),
  ...limitAddresses([...introspectRoutes, ...parRoutes, ...revokeRoutes, ...tokenRoutes], {
    cost: 1,
    refuse: tooManyFromHere
  }),
  ...limitAddresses(confirmationRoutes, { cost: 1, refuse: tooManyByPage }),
  ...metadataRoutes
];
