import { BackfillsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Skeleton } from "../../components/Skeleton.tsx";
import { BackfillTable } from "./BackfillTable.tsx";
import { StartBackfill } from "./StartBackfill.tsx";

/** Starts backfills, and shows how far they are. */
export const BackfillSection = () => {
  const { data, error, refetch } = useAdminQuery(BackfillsDocument, {}, { pollingInterval: 2_000 });
  const backfills = data?.backfills;
  return (
    <section className="card" aria-label="Backfills">
      <div className="card-head">
        <div>
          <h2>Backfills</h2>
          <p>Complete repositories are read from their servers, verified and compared with the index.</p>
        </div>
      </div>
      <div className="card-body">
        <StartBackfill />
      </div>
      {error !== null && (
        <div className="card-body">
          <ErrorState title="The backfills could not be loaded" error={error} retry={() => void refetch()} />
        </div>
      )}
      {error === null && backfills === undefined && (
        <div className="card-body">
          <Skeleton lines={3} />
        </div>
      )}
      {backfills?.length === 0 && (
        <EmptyState title="No backfills yet">
          The repositories of users who sign in, and those of which commits are missing, are read without one.
        </EmptyState>
      )}
      {backfills !== undefined && backfills.length > 0 && <BackfillTable backfills={backfills} />}
    </section>
  );
};
