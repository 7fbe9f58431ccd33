/** The arrows of the house: domain <- application <- adapters <- main. */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Two files that need each other are one concept or three: move what they share into its own file.",
      from: {},
      to: { circular: true }
    },
    {
      name: "domain-is-pure",
      severity: "error",
      comment:
        "The domain sees effect, pure AT Protocol libraries, pure hashing and curves, and itself. Declare a port and implement it in an adapter.",
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
      comment: "A use case asks a port of the domain; it never names a technology.",
      from: { path: "^src/application/" },
      to: { pathNot: ["^src/(domain|application)/", "^node_modules/effect/"] }
    },
    {
      name: "adapters-do-not-see-main",
      severity: "error",
      comment: "Composition happens in main only.",
      from: { path: "^src/adapters/" },
      to: { path: "^src/(main/|[^/]+\\.ts$)" }
    },
    {
      name: "sibling-adapters-never-meet",
      severity: "error",
      comment: "An adapter that needs another one needs a port of the domain instead.",
      from: { path: "^src/adapters/([^/]+)/" },
      to: { path: "^src/adapters/([^/]+)/", pathNot: "^src/adapters/$1/" }
    },
    {
      name: "http-subjects-never-meet",
      severity: "error",
      comment:
        "What the OAuth server, the settings and the account page share goes to http/browser, http/pages or http/server; what needs several of them goes to http/callback or to main.",
      from: { path: "^src/adapters/http/(oauth|settings|account|browser|pages|server|limits)/" },
      to: { path: "^src/adapters/http/(oauth|settings|account|callback)/", pathNot: "^src/adapters/http/$1/" }
    },
    {
      name: "one-way-out",
      severity: "error",
      comment: "What goes out is guarded: ask OutboundHttp, or OutboundDownloads for what is large.",
      from: {
        path: "^src/",
        pathNot: "^src/adapters/(outbound/|http/|configuration/|postgres/embedded/ServerSocket|identity/TxtRecords)"
      },
      to: { path: "^node_modules/(undici|ws)/|^(node:)?(dgram|dns|http|https|http2|net|tls)(/|$)" }
    },
    {
      name: "no-barrel-imports",
      severity: "error",
      comment: "Import effect/Effect, not effect: narrow imports start faster and keep the move to v4 mechanical.",
      from: { path: "^src/" },
      to: { path: "^node_modules/(effect|@effect/[^/]+)/dist/(dts|esm|cjs)/index\\.(d\\.ts|js)$" }
    },
    {
      name: "sdk-stands-alone",
      severity: "error",
      comment: "The SDK has no dependency, and knows the service by HTTP only.",
      from: { path: "^sdk/src/", pathNot: "^sdk/src/react/" },
      to: { pathNot: "^sdk/src/" }
    },
    {
      name: "sdk-react-knows-react",
      severity: "error",
      comment: "The entry for React knows React, which the app brings, and nothing else.",
      from: { path: "^sdk/src/react/" },
      to: { pathNot: "^(sdk/src/|node_modules/(@types/)?react/)" }
    },
    {
      name: "sdk-is-there-without-react",
      severity: "error",
      comment: "Apps without React get none of it.",
      from: { path: "^sdk/src/", pathNot: "^sdk/src/react(/|\\.ts$)" },
      to: { path: "^sdk/src/react(/|\\.ts$)" }
    },
    {
      name: "service-does-not-see-sdk",
      severity: "error",
      comment: "The service sends the SDK as a file, and never runs it.",
      from: { path: "^src/" },
      to: { path: "^sdk/" }
    },
    {
      name: "ui-sees-pure-domain",
      severity: "error",
      comment:
        "The settings in a browser share the rules of the domain, and know the rest of the service by HTTP only.",
      from: { path: "^ui/src/" },
      to: { path: "^(src|sdk|test|scripts)/", pathNot: "^src/domain/" }
    },
    {
      name: "service-does-not-see-ui",
      severity: "error",
      comment: "The service sends the settings as files, and never runs them.",
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
    // Bundled: scripts/graphiql, scripts/sdk, scripts/ui.
    exclude: { path: "^(src/adapters/http/graphiql/assets|sdk/dist|ui/dist)/" },
    // swc reports type-only imports as well. tsPreCompilationDeps would ask for a TypeScript before 7.
    parser: "swc",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json"]
    }
  }
};
