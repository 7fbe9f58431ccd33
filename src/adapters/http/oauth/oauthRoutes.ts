import { limitAddresses } from "../limits/limitAddresses.ts";
import { refusalPage } from "../pages/refusalPage.ts";
import type { HttpRequest } from "../server/HttpRequest.ts";
import type { Route } from "../server/Route.ts";
import { authorizeRoutes } from "./authorizeRoutes.ts";
import { callbackRoutes } from "./callbackRoutes.ts";
import { confirmationRoutes } from "./confirmationRoutes.ts";
import { introspectRoutes } from "./introspectRoutes.ts";
import { tooManySignIns } from "./loginRefusals.ts";
import { metadataRoutes } from "./metadataRoutes.ts";
import { parRoutes } from "./parRoutes.ts";
import { registrationRoutes } from "./registrationRoutes.ts";
import { revokeRoutes } from "./revokeRoutes.ts";
import { tooManyRequests } from "./tokenErrors.ts";
import { tokenRoutes } from "./tokenRoutes.ts";

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;

/** What the handlers of the OAuth server ask for. */
export type OAuthNeeds =
  | NeedsOf<typeof authorizeRoutes>
  | NeedsOf<typeof callbackRoutes>
  | NeedsOf<typeof introspectRoutes>
  | NeedsOf<typeof confirmationRoutes>
  | NeedsOf<typeof metadataRoutes>
  | NeedsOf<typeof parRoutes>
  | NeedsOf<typeof registrationRoutes>
  | NeedsOf<typeof revokeRoutes>
  | NeedsOf<typeof tokenRoutes>;

const tooManyByPage = (request: HttpRequest, retryAfter: number) =>
  refusalPage(tooManySignIns(retryAfter), request.header("accept"));

const tooManyFromHere = (_request: HttpRequest, retryAfter: number) =>
  tooManyRequests(retryAfter, "too many requests come from this address");

/**
 * Every address of the OAuth server. What makes the service ask others, or remember something for ever, counts for
 * several requests of an address.
 */
export const oauthRoutes: ReadonlyArray<Route<OAuthNeeds>> = [
  ...limitAddresses(authorizeRoutes, { cost: 5, refuse: tooManyByPage }),
  ...limitAddresses(registrationRoutes, { cost: 20, refuse: tooManyFromHere }),
  ...limitAddresses([...introspectRoutes, ...parRoutes, ...revokeRoutes, ...tokenRoutes], {
    cost: 1,
    refuse: tooManyFromHere
  }),
  ...limitAddresses(callbackRoutes, { cost: 1, refuse: tooManyByPage }),
  ...limitAddresses(confirmationRoutes, { cost: 1, refuse: tooManyByPage }),
  ...metadataRoutes
];
