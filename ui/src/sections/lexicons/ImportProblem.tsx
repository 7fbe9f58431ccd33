import { AdminRequestFailed } from "../../api/AdminRequestFailed.ts";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Notice } from "../../components/Notice.tsx";
import { TableHead } from "../../components/TableHead.tsx";

/** Explains why an import was refused: each fault with its file, path and reason. The active Lexicons are unchanged. */
export const ImportProblem = ({ error }: { readonly error: Error }) => {
  const faults = error instanceof AdminRequestFailed ? error.faults : [];
  if (faults.length === 0) return <ErrorState title="Nothing was imported" error={error} />;
  return (
    <div className="stack-small">
      <Notice
        kind="bad"
        title={faults.length === 1 ? "Nothing was imported: 1 error" : `Nothing was imported: ${faults.length} errors`}
        isAlert
      >
        The active Lexicons are unchanged. Correct the files and import them again.
      </Notice>
      <table className="table cards faults">
        <TableHead columns={["File", "Path", "Problem"]} />
        <tbody>
          {faults.map(({ file = "", path = "", reason = "" }) => (
            <tr key={`${file} ${path} ${reason}`}>
              <td>
                <strong>{file === "zipBase64" ? "The zip file" : file}</strong>
              </td>
              <td data-label="Path">{path === "" ? "Whole file" : <code>{path}</code>}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
