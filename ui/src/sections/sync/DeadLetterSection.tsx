import { useId } from "react";
import { DeadLettersDocument } from "../../api/documents.ts";
import { useAdminPages } from "../../api/useAdminPages.ts";
import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { Skeleton } from "../../components/Skeleton.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { FilterField } from "../audit/FilterField.tsx";
import { DeadLetterTable } from "./DeadLetterTable.tsx";
import { DropDeadLetters } from "./DropDeadLetters.tsx";
import { deadLetterReasons } from "./deadLetterReasons.ts";
import { RetryDeadLetters } from "./RetryDeadLetters.tsx";

/** What arrived and is not in the index, with filters, and what can be done about it. */
export const DeadLetterSection = () => {
  const { change, search } = useFilters();
  const [collection, did, reason] = [
    search.get("collection") ?? "",
    search.get("did") ?? "",
    search.get("reason") ?? ""
  ];
  const where = { collection: collection || null, did: did || null, reason: reason || null };
  const query = useAdminPages(DeadLettersDocument, { where, first: 20 }, ({ deadLetters }) => deadLetters);
  const { error, fetchNextPage, first, hasNextPage, isFetchingNextPage, nodes, refetch } = query;
  const id = useId();
  const total = first?.deadLetters.totalCount ?? 0;
  const isFiltered = [collection, did, reason].some((each) => each !== "");
  return (
    <section className="card" aria-label="Dead letters">
      <div className="card-head">
        <div>
          <h2>{total === 0 ? "Dead letters" : `${countOf(total)} dead ${total === 1 ? "letter" : "letters"}`}</h2>
          <p>
            What arrived and is not in the index. Records that are not valid are tried again after an import of
            Lexicons.
          </p>
        </div>
        {total > 0 && (
          <div className="row">
            <RetryDeadLetters where={where} isFiltered={isFiltered} />
            <DropDeadLetters where={where} count={total} isFiltered={isFiltered} />
          </div>
        )}
      </div>
      <div className="card-body filters">
        <FilterField
          label="Collection"
          placeholder="NSID"
          value={collection}
          onChange={(next) => change({ collection: next })}
        />
        <FilterField
          label="Account"
          placeholder="DID or handle"
          value={did}
          onChange={(next) => change({ did: next })}
        />
        <div className="field">
          <label htmlFor={id}>Reason</label>
          <select id={id} className="input" value={reason} onChange={(event) => change({ reason: event.target.value })}>
            <option value="">Any</option>
            {deadLetterReasons.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </div>
      </div>
      {error !== null && (
        <div className="card-body">
          <ErrorState title="The dead letters could not be loaded" error={error} retry={() => void refetch()} />
        </div>
      )}
      {error === null && nodes === undefined && (
        <div className="card-body">
          <Skeleton lines={3} />
        </div>
      )}
      {nodes?.length === 0 && (
        <EmptyState title="No dead letters">
          {isFiltered ? "None matches the filters." : "Everything that arrived and belongs here is in the index."}
        </EmptyState>
      )}
      {nodes !== undefined && nodes.length > 0 && <DeadLetterTable letters={nodes} />}
      <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />
    </section>
  );
};
