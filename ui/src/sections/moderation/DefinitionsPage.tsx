import { LabelDefinitionsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { CreateDefinition } from "./CreateDefinition.tsx";
import { ModerationHeader } from "./ModerationHeader.tsx";
import { SeverityBadge } from "./SeverityBadge.tsx";
import { visibilityNames } from "./visibilityNames.ts";

/** The label values that are defined here, and the form for a new one. */
export const DefinitionsPage = () => {
  const { data, error, refetch } = useAdminQuery(LabelDefinitionsDocument, {});
  return (
    <>
      <ModerationHeader title="Label definitions">
        What each label means on this instance. A definition cannot be changed later.
      </ModerationHeader>
      <div className="stack">
        {error !== null && (
          <ErrorState title="The definitions could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && data === undefined && <Loading what="the definitions" lines={8} />}
        {data !== undefined && (
          <section className="card" aria-label="Definitions">
            <table className="table cards">
              <TableHead columns={["Label", "Meaning", "Severity", "By default"]} />
              <tbody>
                {data.labelDefinitions.map(({ defaultVisibility, description, severity, val }) => (
                  <tr key={val}>
                    <td>
                      <code>{val}</code>
                    </td>
                    <td data-label="Meaning">{description}</td>
                    <td data-label="Severity">
                      <span>
                        <SeverityBadge severity={severity} />
                      </span>
                    </td>
                    <td data-label="By default">{visibilityNames[defaultVisibility]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        <CreateDefinition />
      </div>
    </>
  );
};
