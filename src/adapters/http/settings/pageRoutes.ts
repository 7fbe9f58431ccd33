import { readdir } from "node:fs/promises";
import * as Effect from "effect/Effect";
import { brandPolicy } from "../brand/brandLinks.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type Asset, readAsset, sendAsset } from "../server/response/Asset.ts";
import { type HttpResponse, json, noStore } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";

const folder = new URL("../../../../ui/dist/", import.meta.url);

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  brandPolicy,
  "connect-src 'self'",
  // GraphiQL (ui/src/sections/graphiql).
  "frame-src 'self'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  // For the worker that verifies the log (ui/src/verifier/startVerifier.ts). Nothing else may name a script.
  "trusted-types tidemark-verifier",
  "worker-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ");

/** A worker has the policy of its own script: it loads scripts of this service, and reads the log there. */
const scriptPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ");

const page = readAsset(new URL("index.html", folder), "text/html; charset=utf-8");

/** Serves the same page for all paths of the settings. The browser decides which section it shows. */
const sendPage = (request: HttpRequest): Effect.Effect<HttpResponse> =>
  Effect.map(page, (asset) => {
    const response = sendAsset(request, asset);
    // Sends the origin to this service, for browsers without Sec-Fetch-Site.
    const more = { "content-security-policy": policy, "referrer-policy": "same-origin" };
    return { ...response, headers: { ...response.headers, ...more } };
  });

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml"
};

/** The files that the page loads, by name. Each is read on the first request for it. */
const assets: Effect.Effect<ReadonlyMap<string, Effect.Effect<Asset>>> = Effect.runSync(
  Effect.cached(
    Effect.map(
      Effect.promise(() => readdir(new URL("assets/", folder))),
      (names) =>
        new Map(
          names.map((name) => {
            const type = types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
            return [name, readAsset(new URL(`assets/${name}`, folder), type)] as const;
          })
        )
    )
  )
);

const below = "/settings/assets/";

/** Serves a file of the page. The names contain a hash of the content, so browsers may cache them permanently. */
const sendFile = (request: HttpRequest): Effect.Effect<HttpResponse> =>
  Effect.flatMap(assets, (known) => {
    const asset = known.get(request.path.slice(below.length));
    if (asset === undefined) return Effect.succeed(json(404, { error: "not_found" }, noStore));
    return Effect.map(asset, (loaded) => {
      const response = sendAsset(request, loaded, true);
      return loaded.contentType === types.js
        ? { ...response, headers: { ...response.headers, "content-security-policy": scriptPolicy } }
        : response;
    });
  });

/** The routes of the settings page and of the files that it loads. */
export const pageRoutes: ReadonlyArray<Route<never>> = [
  { methods: ["GET", "HEAD"], path: "/settings", origins: "same", handle: sendPage },
  { methods: ["GET", "HEAD"], path: "/settings/*", origins: "same", handle: sendPage },
  { methods: ["GET", "HEAD"], path: `${below}*`, origins: "same", handle: sendFile }
];
