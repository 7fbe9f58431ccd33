import { type ComponentType, lazy, Suspense } from "react";
import { Loading } from "../components/Loading.tsx";
import { matchPath } from "../router/matchPath.ts";
import { useRouteLocation } from "../router/routeLocation.ts";
import { NotFound } from "./NotFound.tsx";
import { PageBoundary } from "./PageBoundary.tsx";
import type { PageProps } from "./PageProps.ts";

const page = (load: () => Promise<ComponentType<PageProps>>) => lazy(async () => ({ default: await load() }));

const pages: ReadonlyArray<readonly [string, ComponentType<PageProps>]> = [
  ["/", page(async () => (await import("../sections/activity/ActivityPage.tsx")).ActivityPage)],
  ["/audit", page(async () => (await import("../sections/audit/AuditPage.tsx")).AuditPage)],
  ["/audit/log", page(async () => (await import("../sections/audit/LogPage.tsx")).LogPage)],
  ["/audit/record", page(async () => (await import("../sections/audit/RecordPage.tsx")).RecordPage)],
  ["/audit/events/:position", page(async () => (await import("../sections/audit/EventPage.tsx")).EventPage)],
  [
    "/audit/authorizations/:authorizationId",
    page(async () => (await import("../sections/audit/TimelinePage.tsx")).TimelinePage)
  ],
  ["/records", page(async () => (await import("../sections/records/CollectionsPage.tsx")).CollectionsPage)],
  ["/records/:collection", page(async () => (await import("../sections/records/RecordsPage.tsx")).RecordsPage)],
  [
    "/records/:collection/:did/:rkey",
    page(async () => (await import("../sections/records/RecordPage.tsx")).RecordPage)
  ],
  ["/accounts", page(async () => (await import("../sections/accounts/AccountsPage.tsx")).AccountsPage)],
  ["/accounts/:account", page(async () => (await import("../sections/accounts/AccountPage.tsx")).AccountPage)],
  ["/clients", page(async () => (await import("../sections/clients/ClientsPage.tsx")).ClientsPage)],
  ["/clients/new", page(async () => (await import("../sections/clients/NewClientPage.tsx")).NewClientPage)],
  ["/clients/:clientId", page(async () => (await import("../sections/clients/ClientPage.tsx")).ClientPage)],
  ["/lexicons", page(async () => (await import("../sections/lexicons/LexiconsPage.tsx")).LexiconsPage)],
  ["/lexicons/versions", page(async () => (await import("../sections/lexicons/VersionsPage.tsx")).VersionsPage)],
  ["/lexicons/:id", page(async () => (await import("../sections/lexicons/LexiconPage.tsx")).LexiconPage)],
  ["/graphiql", page(async () => (await import("../sections/graphiql/GraphiqlPage.tsx")).GraphiqlPage)],
  ["/sessions", page(async () => (await import("../sections/sessions/SessionsPage.tsx")).SessionsPage)],
  ["/health", page(async () => (await import("../sections/health/HealthPage.tsx")).HealthPage)],
  ["/sync", page(async () => (await import("../sections/sync/SyncPage.tsx")).SyncPage)],
  ["/skipped", page(async () => (await import("../sections/skipped/SkippedPage.tsx")).SkippedPage)],
  ["/moderation", page(async () => (await import("../sections/moderation/QueuePage.tsx")).QueuePage)],
  ["/moderation/labels", page(async () => (await import("../sections/moderation/LabelsPage.tsx")).LabelsPage)],
  [
    "/moderation/definitions",
    page(async () => (await import("../sections/moderation/DefinitionsPage.tsx")).DefinitionsPage)
  ],
  ["/admins", page(async () => (await import("../sections/admins/AdminsPage.tsx")).AdminsPage)],
  ["/webhook", page(async () => (await import("../sections/webhook/WebhookPage.tsx")).WebhookPage)],
  ["/instance", page(async () => (await import("../sections/instance/InstancePage.tsx")).InstancePage)],
  ["/danger", page(async () => (await import("../sections/danger/DangerPage.tsx")).DangerPage)]
];

/** The page for the current path. Each is loaded when it is first opened. */
export const Pages = () => {
  const { path } = useRouteLocation();
  for (const [pattern, Page] of pages) {
    const parameters = matchPath(pattern, path);
    if (parameters === null) continue;
    return (
      <PageBoundary key={path}>
        <Suspense fallback={<Loading what="the page" />}>
          <Page parameters={parameters} />
        </Suspense>
      </PageBoundary>
    );
  }
  return <NotFound />;
};
