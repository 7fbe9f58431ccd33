import type { LexiconVersionsQuery } from "../../api/documents.ts";
import { AccountName } from "../../components/AccountName.tsx";
import { Button } from "../../components/Button.tsx";
import { countOf } from "../../components/countOf.ts";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { AppLink } from "../../router/AppLink.tsx";

type Version = LexiconVersionsQuery["lexiconVersions"][number];

interface VersionTableProps {
  readonly versions: ReadonlyArray<Version>;
  readonly onRestore: (version: number) => void;
}

const Actor = ({ actorHandle, actorId, actorType }: Version) => {
  if (actorId !== null) return <AccountName did={actorId} handle={actorHandle} />;
  return actorType === "operator" ? "Operator" : actorType === "admin" ? "An admin" : "The service";
};

/** The versions, newest first. */
export const VersionTable = ({ onRestore, versions }: VersionTableProps) => (
  <section className="card" aria-label="All versions">
    <table className="table cards">
      <TableHead columns={["Version", "When", "By", "Lexicons", { name: "Actions", isHidden: true }]} />
      <tbody>
        {versions.map((version) => (
          <tr key={version.version}>
            <td>
              <strong>{version.version}</strong> {version.isActive && <span className="badge good">Active</span>}
            </td>
            <td data-label="When">
              <AppLink to={`/audit/events/${version.position}`}>
                <RelativeTime at={version.importedAt} />
              </AppLink>
            </td>
            <td data-label="By">
              <Actor {...version} />
            </td>
            <td data-label="Lexicons">{countOf(version.ids.length)}</td>
            <td>
              {!version.isActive && (
                <Button size="small" needs="restoreLexicons" onPress={() => onRestore(version.version)}>
                  Restore version {version.version}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
