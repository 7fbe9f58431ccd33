import { Icon } from "../../components/Icon.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { AuditEvents } from "./AuditEvents.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { AuditStories } from "./AuditStories.tsx";
import { exportAddress } from "./auditFilter.ts";
import { FailedVerifications } from "./FailedVerifications.tsx";
import { LogSummary } from "./LogSummary.tsx";
import "./log.css";

/** The history, newest first, as stories or event by event, filtered by the query string. */
export const AuditPage = () => {
  const filters = useFilters();
  const { search } = filters;
  return (
    <>
      <PageHeader
        title="Audit log"
        actions={
          <>
            <LinkButton to="/audit/record" icon="search">
              Record history
            </LinkButton>
            <a className="button" href={exportAddress(search)} download="audit.ndjson">
              <Icon name="download" />
              Export NDJSON
            </a>
          </>
        }
      >
        Every sign-in, every write and every change, with all their steps.
      </PageHeader>
      <div className="stack">
        <FailedVerifications />
        <LogSummary />
        <AuditFilters {...filters} />
        {search.get("view") === "events" ? <AuditEvents {...filters} /> : <AuditStories {...filters} />}
      </div>
    </>
  );
};
