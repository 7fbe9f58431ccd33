import * as Effect from "effect/Effect";
import { readAsset, sendAsset } from "../server/response/Asset.ts";
import type { Route } from "../server/routing/Route.ts";

const folder = new URL("../../../../tools/verify-log/", import.meta.url);

/** As text, so that a browser shows it: whoever runs it should read it before. */
const serving = (name: string): Route<never> => {
  const asset = readAsset(new URL(name, folder), "text/plain; charset=utf-8");
  return {
    methods: ["GET", "HEAD"],
    path: `/log/${name}`,
    origins: "any",
    handle: (request) => Effect.map(asset, (loaded) => sendAsset(request, loaded))
  };
};

/** Serves the two verifiers of exports, each a file without dependencies, to people who have nothing but the address. */
export const verifierRoutes: ReadonlyArray<Route<never>> = ["verify-log.mjs", "verify_log.py"].map(serving);
