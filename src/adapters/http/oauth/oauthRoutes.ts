import { limitAddresses } from "../limits/limitAddresses.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import type { Route } from "../server/routing/Route.ts";
import { authorizeRoutes } from "./authorize/authorizeRoutes.ts";
import { confirmationRoutes } from "./authorize/confirmationRoutes.ts";
import { parRoutes } from "./authorize/parRoutes.ts";
import { metadataRoutes } from "./metadata/metadataRoutes.ts";
import { oauthErrorResponse } from "./OauthError.ts";
import { registrationRoutes } from "./registration/registrationRoutes.ts";
import { introspectRoutes } from "./token/introspectRoutes.ts";
import { revokeRoutes } from "./token/revokeRoutes.ts";
import { tooManyRequests } from "./token/tokenErrors.ts";
import { tokenRoutes } from "./token/tokenRoutes.ts";
import { tooManyByPage } from "./tooManyByPage.ts";

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;

/** The services that the handlers of the OAuth server require. */
type OAuthNeeds =
  | NeedsOf<typeof authorizeRoutes>
  | NeedsOf<typeof introspectRoutes>
  | NeedsOf<typeof confirmationRoutes>
  | NeedsOf<typeof metadataRoutes>
  | NeedsOf<typeof parRoutes>
  | NeedsOf<typeof registrationRoutes>
  | NeedsOf<typeof revokeRoutes>
  | NeedsOf<typeof tokenRoutes>;

const tooManyFromHere = (_request: HttpRequest, retryAfter: number) =>
  oauthErrorResponse(tooManyRequests(retryAfter, "too many requests come from this address"));

/**
 * The routes of the OAuth server, except for the callback from PDSes. Requests that cause outgoing requests or permanent
 * records count several times against the rate limit of an address.
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
