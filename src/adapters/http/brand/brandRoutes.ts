import * as Effect from "effect/Effect";
import { readAsset, sendAsset } from "../server/response/Asset.ts";
import type { HttpResponse } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";
import { fontPath, markPath } from "./brandFiles.ts";

const folder = new URL("./assets/", import.meta.url);

/** Serves a file of the installation. URLs with a hash of the content may be cached permanently. */
const serving = (
  path: string,
  name: string,
  contentType: string,
  forGood: boolean,
  headers: HttpResponse["headers"] = {}
): Route<never> => {
  const asset = readAsset(new URL(name, folder), contentType);
  return {
    methods: ["GET", "HEAD"],
    path,
    origins: "same",
    handle: (request) =>
      Effect.map(asset, (loaded) => {
        const response = sendAsset(request, loaded, forGood);
        return { ...response, headers: { ...response.headers, ...headers } };
      })
  };
};

/** Browsers that open the mark itself apply its style only if the policy allows it. */
const openedMark = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const icon = (name: string, contentType: string): Route<never> => serving(`/${name}`, name, contentType, false);

/** The routes of the typeface, the mark and the icons that all pages use. */
export const brandRoutes: ReadonlyArray<Route<never>> = [
  serving(fontPath, nameOf(fontPath), "font/woff2", true),
  serving(markPath, nameOf(markPath), "image/svg+xml", true, openedMark),
  serving("/assets/OFL.txt", "OFL.txt", "text/plain; charset=utf-8", false),
  icon("favicon.ico", "image/x-icon"),
  icon("apple-touch-icon.png", "image/png"),
  icon("icon-192.png", "image/png"),
  icon("icon-512.png", "image/png"),
  serving("/site.webmanifest", "site.webmanifest", "application/manifest+json", false)
];
