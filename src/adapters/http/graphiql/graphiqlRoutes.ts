import { randomBytes } from "node:crypto";
import * as Effect from "effect/Effect";
import type { Route } from "../server/Route.ts";
import { type Asset, readAsset, sendAsset } from "./Asset.ts";
import { graphiqlPage } from "./graphiqlPage.ts";

/** Read and packed when it is first asked for, once. */
const once = (load: Effect.Effect<Asset>): Effect.Effect<Asset> => Effect.runSync(Effect.cached(load));

const script = once(readAsset("graphiql.js", "text/javascript; charset=utf-8"));
const style = once(readAsset("graphiql.css", "text/css; charset=utf-8"));
const licenses = once(readAsset("LICENSES.txt", "text/plain; charset=utf-8"));

const paths = {
  script: "/graphiql/graphiql.js",
  style: "/graphiql/graphiql.css",
  licenses: "/graphiql/LICENSES.txt"
};

const page = () =>
  Effect.map(Effect.all([script, style]), ([{ version: ofScript }, { version: ofStyle }]) =>
    graphiqlPage({
      script: `${paths.script}?v=${ofScript}`,
      style: `${paths.style}?v=${ofStyle}`,
      nonce: randomBytes(18).toString("base64url")
    })
  );

const serving = (path: string, asset: Effect.Effect<Asset>): Route<never> => ({
  methods: ["GET", "HEAD"],
  path,
  origins: "same",
  handle: (request) => Effect.map(asset, (loaded) => sendAsset(request, loaded))
});

/** GraphiQL, from files of our own. */
export const graphiqlRoutes: ReadonlyArray<Route<never>> = [
  { methods: ["GET", "HEAD"], path: "/graphiql", origins: "same", handle: page },
  serving(paths.script, script),
  serving(paths.style, style),
  serving(paths.licenses, licenses)
];
