import * as Effect from "effect/Effect";
import { readAsset, sendAsset } from "../server/response/Asset.ts";
import type { Route } from "../server/routing/Route.ts";

const serving = (path: string, name: string, contentType: string): Route<never> => {
  const asset = readAsset(new URL(`../../../../sdk/dist/${name}`, import.meta.url), `${contentType}; charset=utf-8`);
  return {
    methods: ["GET", "HEAD"],
    path,
    origins: "any",
    handle: (request) => Effect.map(asset, (loaded) => sendAsset(request, loaded))
  };
};

/**
 * The routes of the SDK, with their types: for browsers as a module and as a script, and what both load for the first
 * subscription; for React (which the page provides), and for servers.
 */
export const sdkRoutes: ReadonlyArray<Route<never>> = [
  serving("/sdk.js", "sdk.js", "text/javascript"),
  serving("/sdk.d.ts", "sdk.d.ts", "text/plain"),
  serving("/sdk.global.js", "sdk.global.js", "text/javascript"),
  serving("/sdk/subscribe.js", "sdk/subscribe.js", "text/javascript"),
  serving("/sdk/react.js", "react.js", "text/javascript"),
  serving("/sdk/react.d.ts", "react.d.ts", "text/plain"),
  serving("/sdk/node.js", "node.js", "text/javascript"),
  serving("/sdk/node.d.ts", "node.d.ts", "text/plain")
];
