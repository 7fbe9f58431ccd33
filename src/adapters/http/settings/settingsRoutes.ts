import * as Effect from "effect/Effect";
import { seeOther } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";
import { pageRoutes } from "./pageRoutes.ts";
import { sessionRoutes } from "./sessionRoutes.ts";

/** Where forms are sent to and nothing is shown: whoever opens such an address again is led to the settings. */
const backToSettings = ["/settings/sign-in", "/settings/sign-in/account", "/settings/sign-out"].map(
  (path): Route<never> => ({
    methods: ["GET"],
    path,
    origins: "same",
    handle: () => Effect.succeed(seeOther("/settings"))
  })
);

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;

/** The settings: the page, and how an admin's browser comes in and leaves. */
export const settingsRoutes: ReadonlyArray<Route<NeedsOf<typeof sessionRoutes>>> = [
  ...sessionRoutes,
  ...backToSettings,
  ...pageRoutes
];
