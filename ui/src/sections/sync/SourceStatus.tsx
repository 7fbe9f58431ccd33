import { SyncStatusDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { CollectionsCard } from "./CollectionsCard.tsx";
import { EventsCard } from "./EventsCard.tsx";
import { SourceCard } from "./SourceCard.tsx";
import { SyncTiles } from "./SyncTiles.tsx";

/** The state of the source that is followed, or how to follow one. */
export const SourceStatus = () => {
  const { data, error, refetch } = useAdminQuery(SyncStatusDocument, {}, { pollingInterval: 2_000 });
  const status = data?.syncStatus;
  if (status === undefined)
    return error === null ? (
      <Loading what="the state of live sync" lines={6} />
    ) : (
      <ErrorState title="The state of live sync could not be loaded" error={error} retry={() => void refetch()} />
    );
  if (status.state === "OFF")
    return (
      <section className="card" aria-label="Source">
        <EmptyState title="Live sync is off">
          The index has what was written through this instance and what its users had when they signed in. To follow the
          network, set <code>SYNC_SOURCE</code> to <code>jetstream</code>, <code>firehose</code> or <code>tap</code>,
          and restart the service.
        </EmptyState>
      </section>
    );
  return (
    <>
      {error !== null && (
        <ErrorState title="The state of live sync could not be updated" error={error} retry={() => void refetch()} />
      )}
      <SyncTiles status={status} />
      <SourceCard status={status} />
      <EventsCard minutes={status.minutes} />
      {status.collections.length > 0 && <CollectionsCard collections={status.collections} />}
    </>
  );
};
