import { readdir } from "node:fs/promises";
import * as Effect from "effect/Effect";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type Asset, readAsset, sendAsset } from "../server/response/Asset.ts";
import { type HttpResponse, json, noStore } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";

const folder = new URL("../../../../ui/dist/", import.meta.url);

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ");

const page = readAsset(new URL("index.html", folder), "text/html; charset=utf-8");

/** One page for all addresses below: which section it shows is decided in the browser. */
const sendPage = (request: HttpRequest): Effect.Effect<HttpResponse> =>
  Effect.map(page, (asset) => {
    const response = sendAsset(request, asset);
    // The origin is named to this service, for browsers that know no Sec-Fetch-Site.
    const more = { "content-security-policy": policy, "referrer-policy": "same-origin" };
    return { ...response, headers: { ...response.headers, ...more } };
  });

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml"
};

/** The files that the page loads, by name; each is read when it is first asked for. */
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

/** Their names differ with their content, so that browsers may keep them for good. */
const sendFile = (request: HttpRequest): Effect.Effect<HttpResponse> =>
  Effect.flatMap(assets, (known) => {
    const asset = known.get(request.path.slice(below.length));
    if (asset === undefined) return Effect.succeed(json(404, { error: "not_found" }, noStore));
    return Effect.map(asset, (loaded) => sendAsset(request, loaded, true));
  });

/** The settings in a browser: the page, and what it loads. */
export const pageRoutes: ReadonlyArray<Route<never>> = [
  { methods: ["GET", "HEAD"], path: "/settings", origins: "same", handle: sendPage },
  { methods: ["GET", "HEAD"], path: "/settings/*", origins: "same", handle: sendPage },
  { methods: ["GET", "HEAD"], path: `${below}*`, origins: "same", handle: sendFile }
];
