import * as Effect from "effect/Effect";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import { brandPolicy } from "../brand/brandLinks.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type Asset, readAsset, sendAsset } from "../server/response/Asset.ts";
import { type HttpResponse, noStore, seeOther } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";
import { DocsSite } from "./DocsSite.ts";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  brandPolicy,
  "connect-src 'self'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ");

const file = (name: string, contentType: string) =>
  readAsset(new URL(`./assets/${name}`, import.meta.url), `${contentType}; charset=utf-8`);

const script = file("docs.js", "text/javascript");
const style = file("docs.css", "text/css");
const paths = { script: "/docs/assets/docs.js", style: "/docs/assets/docs.css", search: "/docs/search-index" };

/** The sites by public URL: a process has one, a run of tests has many. */
const sites = new Map<string, DocsSite>();

const site = Effect.gen(function* () {
  const publicUrl = yield* PublicUrl;
  const [ofScript, ofStyle] = yield* Effect.all([script, style]);
  const known = sites.get(publicUrl);
  if (known !== undefined) return known;
  const made = new DocsSite(publicUrl, {
    script: `${paths.script}?v=${ofScript.version}`,
    style: `${paths.style}?v=${ofStyle.version}`
  });
  sites.set(publicUrl, made);
  return made;
});

const withPolicy = (response: HttpResponse): HttpResponse => ({
  ...response,
  headers: { ...response.headers, "content-security-policy": policy }
});

const sendPage = Effect.fnUntraced(function* (request: HttpRequest) {
  const slug = request.path.slice("/docs/".length);
  if (request.path !== "/docs" && (slug === "" || slug.endsWith("/") || slug.endsWith(".md")))
    return seeOther(`/docs/${slug.replace(/\/+$|\.md$/, "")}`.replace(/\/$/, ""));
  const docs = yield* site;
  const { asset, status } = yield* Effect.promise(() => docs.at(slug));
  if (status === 404)
    return withPolicy({ status, headers: { "content-type": asset.contentType, ...noStore }, body: asset.plain });
  return withPolicy(sendAsset(request, asset, false));
});

const sendIndex = Effect.fnUntraced(function* (request: HttpRequest) {
  const docs = yield* site;
  return sendAsset(request, yield* Effect.promise(() => docs.searchIndex()), false);
});

const serving = (path: string, asset: Effect.Effect<Asset>): Route<never> => ({
  methods: ["GET", "HEAD"],
  path,
  origins: "same",
  handle: (request) => Effect.map(asset, (loaded) => sendAsset(request, loaded))
});

/** The routes of the documentation, which is rendered from the Markdown files of the installation. */
export const docsRoutes: ReadonlyArray<Route<PublicUrl>> = [
  { methods: ["GET", "HEAD"], path: "/docs", origins: "same", handle: sendPage },
  { methods: ["GET", "HEAD"], path: "/docs/*", origins: "same", handle: sendPage },
  { methods: ["GET", "HEAD"], path: paths.search, origins: "same", handle: sendIndex },
  serving(paths.script, script),
  serving(paths.style, style)
];
