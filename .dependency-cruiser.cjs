/** The direction of dependencies: domain <- application <- adapters <- main. */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment:
        "Two files that import each other are one concept or three: move what they share into a file of its own.",
      from: {},
      to: { circular: true }
    },
    {
      name: "domain-is-pure",
      severity: "error",
      comment:
        "The domain may import effect, pure AT Protocol libraries, pure hashing and curves, and itself. Declare a port and implement it in an adapter.",
      from: { path: "^src/domain/" },
      to: {
        pathNot: [
          "^src/domain/",
          "^node_modules/effect/",
          "^node_modules/@atproto/(syntax|lexicon)/",
          "^node_modules/@ipld/dag-cbor/",
          "^node_modules/multiformats/",
          "^node_modules/@noble/(hashes|curves)/",
          "^node_modules/canonicalize/"
        ]
      }
    },
    {
      name: "application-sees-domain",
      severity: "error",
      comment: "A use case calls a port of the domain; it never names a technology.",
      from: { path: "^src/application/" },
      to: { pathNot: ["^src/(domain|application)/", "^node_modules/effect/"] }
    },
    {
      name: "adapters-do-not-see-main",
      severity: "error",
      comment: "Only main composes: let it pass what the adapter needs, or declare a port in the domain.",
      from: { path: "^src/adapters/" },
      to: { path: "^src/(main/|[^/]+\\.ts$)" }
    },
    {
      name: "sibling-adapters-never-meet",
      severity: "error",
      comment: "An adapter that needs another adapter calls a port of the domain instead.",
      from: { path: "^src/adapters/([^/]+)/" },
      to: { path: "^src/adapters/([^/]+)/", pathNot: "^src/adapters/$1/" }
    },
    {
      name: "http-subjects-never-meet",
      severity: "error",
      comment:
        "Code that the OAuth server, the settings and the account page share belongs in http/browser, http/pages or http/server; code that needs several of them belongs in http/callback or in main.",
      from: { path: "^src/adapters/http/(oauth|settings|account|browser|pages|server|limits)/" },
      to: { path: "^src/adapters/http/(oauth|settings|account|callback)/", pathNot: "^src/adapters/http/$1/" }
    },
    {
      name: "one-way-out",
      severity: "error",
      comment:
        "Outbound requests are guarded: use OutboundHttp, or OutboundDownloads for large responses. Sources of live sync use sync/connection, and the collector of traces telemetry/sendSpans.",
      from: {
        path: "^src/",
        pathNot:
          "^src/adapters/(outbound/|sync/connection/|telemetry/sendSpans|http/|configuration/|postgres/embedded/ServerSocket|identity/TxtRecords)"
      },
      to: { path: "^node_modules/(undici|ws)/|^(node:)?(dgram|dns|http|https|http2|net|tls)(/|$)" }
    },
    {
      name: "no-barrel-imports",
      severity: "error",
      comment: "Import effect/Effect, not effect: narrow imports load faster and make the upgrade to v4 mechanical.",
      from: { path: "^src/" },
      to: { path: "^node_modules/(effect|@effect/[^/]+)/dist/(dts|esm|cjs)/index\\.(d\\.ts|js)$" }
    },
    {
      name: "sdk-stands-alone",
      severity: "error",
      comment: "The SDK has no dependencies, and reaches the service over HTTP only.",
      from: { path: "^sdk/src/", pathNot: "^sdk/src/react/" },
      to: { pathNot: "^sdk/src/" }
    },
    {
      name: "sdk-react-knows-react",
      severity: "error",
      comment: "The entry for React may import React, which the app provides, and nothing else.",
      from: { path: "^sdk/src/react/" },
      to: { pathNot: "^(sdk/src/|node_modules/(@types/)?react/)" }
    },
    {
      name: "sdk-is-there-without-react",
      severity: "error",
      comment: "Apps without React must not load it.",
      from: { path: "^sdk/src/", pathNot: "^sdk/src/react(/|\\.ts$)" },
      to: { path: "^sdk/src/react(/|\\.ts$)" }
    },
    {
      name: "service-does-not-see-sdk",
      severity: "error",
      comment: "The service serves the SDK as files, and never runs it.",
      from: { path: "^src/" },
      to: { path: "^sdk/" }
    },
    {
      name: "ui-sees-pure-domain",
      severity: "error",
      comment: "The settings UI shares the rules of the domain, and reaches the rest of the service over HTTP only.",
      from: { path: "^ui/src/" },
      to: { path: "^(src|sdk|test|scripts)/", pathNot: "^src/domain/" }
    },
    {
      name: "service-does-not-see-ui",
      severity: "error",
      comment: "The service serves the settings UI as files, and never runs it.",
      from: { path: "^(src|sdk)/" },
      to: { path: "^ui/" }
    },
    {
      name: "ships-with-its-packages",
      severity: "error",
      comment: "The service is installed without devDependencies: list the package under dependencies.",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] }
    }
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Bundled: scripts/graphiql, scripts/docs, scripts/sdk, scripts/ui.
    exclude: { path: "^(src/adapters/http/(graphiql|docs)/assets|sdk/dist|ui/dist)/" },
    // swc reports type-only imports, too. tsPreCompilationDeps requires TypeScript before 7.
    parser: "swc",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json"]
    }
  }
};
