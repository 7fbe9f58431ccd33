import { randomBytes } from "node:crypto";
import * as Effect from "effect/Effect";
import { type Asset, readAsset, sendAsset } from "../server/response/Asset.ts";
import type { Route } from "../server/routing/Route.ts";
import { graphiqlPage } from "./graphiqlPage.ts";
import { graphiqlSignIn } from "./graphiqlSignIn.ts";

const file = (name: string, contentType: string) =>
  readAsset(new URL(`./assets/${name}`, import.meta.url), `${contentType}; charset=utf-8`);

const script = file("graphiql.js", "text/javascript");
const style = file("graphiql.css", "text/css");
const licenses = file("LICENSES.txt", "text/plain");

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

type Needs = typeof graphiqlSignIn extends Route<infer R> ? R : never;

/** The routes of GraphiQL: the page, its bundled files, and the client that it signs users in with. */
export const graphiqlRoutes: ReadonlyArray<Route<Needs>> = [
  graphiqlSignIn,
  { methods: ["GET", "HEAD"], path: "/graphiql", origins: "same", handle: page },
  serving(paths.script, script),
  serving(paths.style, style),
  serving(paths.licenses, licenses)
];
