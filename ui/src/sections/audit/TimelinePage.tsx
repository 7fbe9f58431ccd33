import { AuditTimelineDocument } from "../../api/documents.ts";
import { useAdminPages } from "../../api/useAdminPages.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { CopyableId } from "../../components/CopyableId.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { Notice } from "../../components/Notice.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import type { PageProps } from "../../shell/PageProps.ts";
import { Timeline } from "./Timeline.tsx";
import "./audit.css";

const up = { to: "/audit", name: "Audit log" };

/** The history of one authorization, from its request to its end. */
export const TimelinePage = ({ parameters: { authorizationId = "" } }: PageProps) => {
  const query = useAdminPages(
    AuditTimelineDocument,
    { authorizationId, first: 200 },
    ({ auditTimeline }) => auditTimeline?.steps ?? null
  );
  const { error, fetchNextPage, first, hasNextPage, isFetchingNextPage, nodes = [], refetch } = query;
  const timeline = first?.auditTimeline;
  const who = timeline?.handle ?? timeline?.did ?? "Unknown account";
  return (
    <>
      <PageHeader
        title={timeline ? `${who} in ${timeline.clientName ?? "an app"}` : "Sign-in steps"}
        up={up}
        actions={
          <>
            {timeline?.did && (
              <LinkButton to={`/sessions?did=${encodeURIComponent(timeline.did)}`} icon="people">
                Sessions of this account
              </LinkButton>
            )}
            <LinkButton to={`/audit?authorization=${encodeURIComponent(authorizationId)}`} icon="audit">
              Show as list
            </LinkButton>
          </>
        }
      >
        From the app's request to the end of the authorization.
      </PageHeader>
      {error !== null && (
        <ErrorState title="The sign-in could not be loaded" error={error} retry={() => void refetch()} />
      )}
      {error === null && first === undefined && <Loading what="the sign-in" lines={10} />}
      {timeline === null && (
        <div className="card">
          <EmptyState title="Authorization not found" action={<LinkButton to="/sessions">All sessions</LinkButton>}>
            No events are recorded for {authorizationId}.
          </EmptyState>
        </div>
      )}
      {timeline !== undefined && timeline !== null && (
        <div className="stack">
          {timeline.endReason !== null && (
            <Notice kind="warn" title={`Ended: ${timeline.endReason}`}>
              {timeline.endMessage !== null && `The app receives this message: ${timeline.endMessage}`}
            </Notice>
          )}
          <section className="card">
            <div className="card-body">
              <dl className="facts">
                {timeline.did !== null && (
                  <>
                    <dt>Account</dt>
                    <dd>
                      <AccountName
                        did={timeline.did}
                        handle={timeline.handle}
                        to={`/audit?did=${encodeURIComponent(timeline.did)}`}
                      />
                    </dd>
                  </>
                )}
                {timeline.clientId !== null && (
                  <>
                    <dt>Client</dt>
                    <dd>
                      {timeline.clientName} <CopyableId id={timeline.clientId} what="the client ID" />
                    </dd>
                  </>
                )}
                {timeline.scope !== null && (
                  <>
                    <dt>Scope</dt>
                    <dd>
                      <code>{timeline.scope}</code>
                    </dd>
                  </>
                )}
                <dt>State</dt>
                <dd>
                  <span className="badge">{timeline.state.replace(/^./, (first) => first.toUpperCase())}</span>
                </dd>
                <dt>Authorization</dt>
                <dd>
                  <CopyableId id={timeline.authorizationId} what="the authorization ID" maxLength={56} />
                </dd>
              </dl>
            </div>
          </section>
          <section className="card" aria-label="Steps">
            <Timeline steps={nodes} />
            <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />
          </section>
        </div>
      )}
    </>
  );
};
