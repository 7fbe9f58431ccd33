import { CompareLexiconVersionsDocument, type LexiconVersionsQuery } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Loading } from "../../components/Loading.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { ImportProblem } from "./ImportProblem.tsx";
import { LexiconChanges } from "./LexiconChanges.tsx";

interface CompareVersionsProps {
  /** Newest first, at least two. */
  readonly versions: LexiconVersionsQuery["lexiconVersions"];
}

/** The differences between two versions that the user chooses; by default, what the last import changed. */
export const CompareVersions = ({ versions }: CompareVersionsProps) => {
  const { change, search } = useFilters();
  const chosen = (name: string, index: number): number => {
    const wanted = Number(search.get(name));
    return versions.find(({ version }) => version === wanted)?.version ?? versions[index]?.version ?? 1;
  };
  const pair = { from: chosen("from", 1), to: chosen("to", 0) };
  const { data, error } = useAdminQuery(CompareLexiconVersionsDocument, pair);
  const select = (name: "from" | "to", label: string) => (
    <label className="version-choice">
      {label}
      <select className="input" value={pair[name]} onChange={(event) => change({ [name]: event.target.value })}>
        {versions.map(({ isActive, version }) => (
          <option key={version} value={version}>
            {isActive ? `${version} (active)` : version}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section className="card" aria-label="Differences">
      <div className="card-head">
        <h2>Differences</h2>
        <div className="row">
          {select("from", "From version")}
          {select("to", "to version")}
        </div>
      </div>
      <div className="card-body stack">
        {error !== null && <ImportProblem error={error} />}
        {error === null && data === undefined && <Loading what="the differences" />}
        {data?.compareLexiconVersions.unchanged === true && (
          <p className="soft">Both versions have the same Lexicons.</p>
        )}
        {data !== undefined && <LexiconChanges comparison={data.compareLexiconVersions} />}
      </div>
    </section>
  );
};
