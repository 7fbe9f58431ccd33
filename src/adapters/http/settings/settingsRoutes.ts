import * as Effect from "effect/Effect";
import { seeOther } from "../server/HttpResponse.ts";
import type { Route } from "../server/Route.ts";
import { clientRoutes } from "./clientRoutes.ts";
import { sessionRoutes } from "./sessionRoutes.ts";

/** Where forms are sent to and nothing is shown: whoever opens such an address again is led to the settings. */
const backToSettings = [
  "/settings/",
  "/settings/clients",
  "/settings/sign-in",
  "/settings/sign-in/account",
  "/settings/sign-out"
].map(
  (path): Route<never> => ({
    methods: ["GET"],
    path,
    origins: "same",
    handle: () => Effect.succeed(seeOther("/settings"))
  })
);

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;

/** The plain settings: signing in with the set-up token, and the OAuth clients. */
export const settingsRoutes: ReadonlyArray<Route<NeedsOf<typeof clientRoutes> | NeedsOf<typeof sessionRoutes>>> = [
  ...clientRoutes,
  ...sessionRoutes,
  ...backToSettings
];
