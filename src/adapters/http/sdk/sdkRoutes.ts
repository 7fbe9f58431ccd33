import * as Effect from "effect/Effect";
import { readAsset, sendAsset } from "../server/response/Asset.ts";
import { withEntityTag } from "../server/response/entityTag.ts";
import type { Route } from "../server/routing/Route.ts";
import { readSdkPackage } from "./readSdkPackage.ts";
import { sdkFolder } from "./sdkFolder.ts";

const serving = (path: string, name: string, contentType: string): Route<never> => {
  const asset = readAsset(new URL(`dist/${name}`, sdkFolder), `${contentType}; charset=utf-8`);
  return {
    methods: ["GET", "HEAD"],
    path,
    origins: "any",
    handle: (request) => Effect.map(asset, (loaded) => sendAsset(request, loaded))
  };
};

/** The package for `npm install <instance>/sdk.tgz`. It is revalidated, because an update of the instance changes it. */
const tarballRoute: Route<never> = {
  methods: ["GET", "HEAD"],
  path: "/sdk.tgz",
  origins: "any",
  handle: (request) =>
    Effect.map(readSdkPackage, ({ fileName, tag, tarball }) =>
      withEntityTag(request, tag, {
        status: 200,
        headers: {
          "content-type": "application/gzip",
          "content-disposition": `attachment; filename="${fileName}"`,
          "cache-control": "no-cache"
        },
        body: tarball
      })
    )
};

/**
 * The routes of the SDK: the complete package, and its files with their types. There is a module and a script for
 * browsers, with what both load for the first subscription; a module for React (which the page provides), and one for
 * servers.
 */
export const sdkRoutes: ReadonlyArray<Route<never>> = [
  tarballRoute,
  serving("/sdk.js", "sdk.js", "text/javascript"),
  serving("/sdk.d.ts", "sdk.d.ts", "text/plain"),
  serving("/sdk.global.js", "sdk.global.js", "text/javascript"),
  serving("/sdk/subscribe.js", "sdk/subscribe.js", "text/javascript"),
  serving("/sdk/react.js", "react.js", "text/javascript"),
  serving("/sdk/react.d.ts", "react.d.ts", "text/plain"),
  serving("/sdk/node.js", "node.js", "text/javascript"),
  serving("/sdk/node.d.ts", "node.d.ts", "text/plain")
];
