import { accountRoutes } from "../../adapters/http/account/accountRoutes.ts";
import { auditExportRoutes } from "../../adapters/http/audit/auditExportRoutes.ts";
import { eventFileRoutes } from "../../adapters/http/audit/eventFileRoutes.ts";
import { blobRoutes } from "../../adapters/http/blobs/blobRoutes.ts";
import { brandRoutes } from "../../adapters/http/brand/brandRoutes.ts";
import { callbackRoutes } from "../../adapters/http/callback/callbackRoutes.ts";
import { docsRoutes } from "../../adapters/http/docs/docsRoutes.ts";
import { graphiqlRoutes } from "../../adapters/http/graphiql/graphiqlRoutes.ts";
import { graphqlRoutes } from "../../adapters/http/graphql/graphqlRoutes.ts";
import { lexiconExportRoutes } from "../../adapters/http/lexicons/lexiconExportRoutes.ts";
import { logRoutes } from "../../adapters/http/log/logRoutes.ts";
import { verifierRoutes } from "../../adapters/http/log/verifierRoutes.ts";
import { mcpRoutes } from "../../adapters/http/mcp/mcpRoutes.ts";
import type { metricsRoutes } from "../../adapters/http/metrics/metricsRoutes.ts";
import { oauthRoutes } from "../../adapters/http/oauth/oauthRoutes.ts";
import { defaultLinks, landingRoutes } from "../../adapters/http/pages/landingRoutes.ts";
import { sdkRoutes } from "../../adapters/http/sdk/sdkRoutes.ts";
import { healthRoutes } from "../../adapters/http/server/routing/healthRoutes.ts";
import type { Route } from "../../adapters/http/server/routing/Route.ts";
import { settingsRoutes } from "../../adapters/http/settings/settingsRoutes.ts";

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;

type MetricsRoutes = ReturnType<typeof metricsRoutes>;

type Needs =
  | NeedsOf<typeof callbackRoutes>
  | NeedsOf<typeof oauthRoutes>
  | NeedsOf<typeof graphqlRoutes>
  | NeedsOf<typeof mcpRoutes>
  | NeedsOf<typeof auditExportRoutes>
  | NeedsOf<typeof eventFileRoutes>
  | NeedsOf<typeof lexiconExportRoutes>
  | NeedsOf<typeof blobRoutes>
  | NeedsOf<typeof graphiqlRoutes>
  | NeedsOf<typeof docsRoutes>
  | NeedsOf<typeof settingsRoutes>
  | NeedsOf<typeof accountRoutes>
  | NeedsOf<typeof logRoutes>
  | NeedsOf<typeof healthRoutes>;

/** All routes of the service, without its metrics. */
export const routes: ReadonlyArray<Route<Needs>> = [
  ...oauthRoutes,
  ...callbackRoutes,
  ...graphqlRoutes,
  ...mcpRoutes,
  ...auditExportRoutes,
  ...eventFileRoutes,
  ...lexiconExportRoutes,
  ...blobRoutes,
  ...graphiqlRoutes,
  ...docsRoutes,
  ...sdkRoutes,
  ...settingsRoutes,
  ...accountRoutes,
  ...logRoutes,
  ...verifierRoutes,
  ...healthRoutes,
  ...brandRoutes,
  ...landingRoutes(defaultLinks)
];

/** Returns all routes of the service, with those of its metrics. */
export const routesWith = (metrics: MetricsRoutes): ReadonlyArray<Route<Needs | NeedsOf<MetricsRoutes>>> => [
  ...routes,
  ...metrics
];
