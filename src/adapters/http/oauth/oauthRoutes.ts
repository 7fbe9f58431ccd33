import type { Route } from "../server/Route.ts";
import { authorizeRoutes } from "./authorizeRoutes.ts";
import { callbackRoutes } from "./callbackRoutes.ts";
import { introspectRoutes } from "./introspectRoutes.ts";
import { metadataRoutes } from "./metadataRoutes.ts";
import { parRoutes } from "./parRoutes.ts";
import { registrationRoutes } from "./registrationRoutes.ts";
import { revokeRoutes } from "./revokeRoutes.ts";
import { tokenRoutes } from "./tokenRoutes.ts";

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;

/** What the handlers of the OAuth server ask for. */
export type OAuthNeeds =
  | NeedsOf<typeof authorizeRoutes>
  | NeedsOf<typeof callbackRoutes>
  | NeedsOf<typeof introspectRoutes>
  | NeedsOf<typeof metadataRoutes>
  | NeedsOf<typeof parRoutes>
  | NeedsOf<typeof registrationRoutes>
  | NeedsOf<typeof revokeRoutes>
  | NeedsOf<typeof tokenRoutes>;

/** Every address of the OAuth server. */
export const oauthRoutes: ReadonlyArray<Route<OAuthNeeds>> = [
  ...authorizeRoutes,
  ...callbackRoutes,
  ...introspectRoutes,
  ...metadataRoutes,
  ...parRoutes,
  ...registrationRoutes,
  ...revokeRoutes,
  ...tokenRoutes
];
