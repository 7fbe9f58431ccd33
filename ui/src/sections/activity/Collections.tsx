import { countOf } from "../../components/countOf.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { useStatistics } from "./useStatistics.ts";

/** The number of records per collection, in descending order. */
export const Collections = () => {
  const collections = useStatistics().data?.statistics.collections;
  if (collections === undefined) return null;
  const sorted = collections.toSorted((left, right) => right.records - left.records);
  const max = Math.max(1, ...sorted.map(({ records }) => records));
  return (
    <section className="card">
      <div className="card-head">
        <h2>Collections</h2>
      </div>
      {sorted.length === 0 ? (
        <EmptyState title="No collections">Import a Lexicon that defines a record type.</EmptyState>
      ) : (
        <ul className="collections">
          {sorted.map(({ id, records }) => (
            <li key={id}>
              <AppLink to={`/lexicons/${id}`}>{id}</AppLink>
              <span>{countOf(records)}</span>
              {records > 0 && <i aria-hidden="true" style={{ width: `${(records / max) * 100}%` }} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
