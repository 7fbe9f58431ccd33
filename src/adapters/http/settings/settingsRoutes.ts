import * as Effect from "effect/Effect";
import { seeOther } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";
import { pageRoutes } from "./pageRoutes.ts";
import { sessionRoutes } from "./sessionRoutes.ts";

/** The paths that accept forms show nothing. A browser that opens one again is redirected to the settings. */
const backToSettings = ["/settings/sign-in", "/settings/sign-in/account", "/settings/sign-out"].map(
  (path): Route<never> => ({
    methods: ["GET"],
    path,
    origins: "same",
    handle: () => Effect.succeed(seeOther("/settings"))
  })
);

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;

/** The routes of the settings: the page, and the sign-in and sign-out of admins. */
export const settingsRoutes: ReadonlyArray<Route<NeedsOf<typeof sessionRoutes>>> = [
  ...sessionRoutes,
  ...backToSettings,
  ...pageRoutes
];
