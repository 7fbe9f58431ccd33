import type { RequestKind } from "../../../../domain/health/RequestKind.ts";

/** Paths, and prefixes that end with `/`, by what requests to them are for. The first that matches decides. */
const kinds: ReadonlyArray<readonly [path: string, kind: RequestKind]> = [
  ["/.well-known/", "metadata"],
  ["/graphql", "graphql-query"],
  ["/mcp", "graphql-query"],
  ["/schema.graphql", "metadata"],
  ["/oauth/authorize", "authorize"],
  ["/oauth/authorize/", "authorize"],
  ["/oauth/par", "par"],
  ["/oauth/token", "token"],
  ["/oauth/revoke", "revoke"],
  ["/oauth/introspect", "introspect"],
  ["/oauth/register", "register"],
  ["/oauth/register/", "register"],
  ["/oauth/atp/callback", "callback"],
  ["/oauth/jwks.json", "metadata"],
  ["/oauth/oauth-client-metadata.json", "metadata"],
  ["/oauth-client-metadata.json", "metadata"],
  ["/blobs", "blob"],
  ["/admin/", "admin"],
  ["/settings", "settings"],
  ["/settings/", "settings"],
  ["/account", "account"],
  ["/account/", "account"],
  ["/log/", "log"],
  ["/add-checkpoint", "log"],
  ["/docs", "docs"],
  ["/docs/", "docs"],
  ["/sdk/", "static"],
  ["/assets/", "static"],
  ["/graphiql", "static"],
  ["/graphiql/", "static"],
  ["/health", "probe"],
  ["/ready", "probe"],
  ["/metrics", "probe"],
  ["/", "static"]
];

/** Returns what requests to the path of a route are for. Files at the root, such as the SDK, are static. */
export const requestKind = (path: string): RequestKind => {
  if (path.includes("/.well-known/")) return "metadata";
  const found = kinds.find(([each]) => (each.endsWith("/") && each !== "/" ? path.startsWith(each) : path === each));
  return found?.[1] ?? (/^\/[^/]+\.[a-z0-9.]+$/.test(path) ? "static" : "other");
};
