import { LexiconVersionsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { useFilters } from "../../router/useFilters.ts";
import { CompareVersions } from "./CompareVersions.tsx";
import { RestoreVersion } from "./RestoreVersion.tsx";
import { VersionTable } from "./VersionTable.tsx";
import "./lexicons.css";

/** The versions of the set of Lexicons: when each was imported and by whom, what distinguishes two, and the restore of one. */
export const VersionsPage = () => {
  const { data, error, refetch } = useAdminQuery(LexiconVersionsDocument, {});
  const { change, search } = useFilters();
  const versions = data?.lexiconVersions ?? [];
  const restored = versions.find(({ version }) => String(version) === search.get("restore"));
  return (
    <>
      <PageHeader title="Versions" up={{ to: "/lexicons", name: "Lexicons" }}>
        Each import, addition or removal of Lexicons is a version of the set. Any of them can be active again.
      </PageHeader>
      <div className="stack">
        {error !== null && (
          <ErrorState title="The versions could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && data === undefined && <Loading what="the versions" />}
        {data !== undefined && versions.length === 0 && (
          <div className="card">
            <EmptyState title="No versions" action={<LinkButton to="/lexicons">Import Lexicons</LinkButton>}>
              No Lexicons were imported yet.
            </EmptyState>
          </div>
        )}
        {restored !== undefined && (
          <RestoreVersion version={restored.version} onClose={() => change({ restore: "" })} />
        )}
        {versions.length > 0 && (
          <VersionTable versions={versions} onRestore={(version) => change({ restore: String(version) })} />
        )}
        {versions.length > 1 && <CompareVersions versions={versions} />}
      </div>
    </>
  );
};
