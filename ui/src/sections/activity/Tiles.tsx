import { countOf } from "../../components/countOf.ts";
import { ErrorState } from "../../components/ErrorState.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { useStatistics } from "./useStatistics.ts";

const tiles = [
  { name: "Active sessions", of: "activeAuthorizations", to: "/sessions?state=active" },
  { name: "OAuth clients", of: "clients", to: "/clients" },
  { name: "Records", of: "records", to: null },
  { name: "Accounts", of: "actors", to: null },
  { name: "Events", of: "events", to: "/audit" },
  { name: "Lexicons", of: "lexicons", to: "/lexicons" }
] as const;

/** The statistics of the instance. */
export const Tiles = () => {
  const { data, error, refetch } = useStatistics();
  if (error !== null && data === undefined) {
    return <ErrorState title="The statistics could not be loaded" error={error} retry={() => void refetch()} />;
  }
  return (
    <dl className="tiles">
      {tiles.map(({ name, of, to }) => (
        <div key={of} className="tile">
          <dt>{to === null ? name : <AppLink to={to}>{name}</AppLink>}</dt>
          <dd>
            {data === undefined ? (
              <span className="skeleton w-60">
                <span className="visually-hidden">Loading</span>
              </span>
            ) : (
              countOf(data.statistics[of])
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
};
