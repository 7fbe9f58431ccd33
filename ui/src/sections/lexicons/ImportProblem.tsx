import { AdminRequestFailed } from "../../api/AdminRequestFailed.ts";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Notice } from "../../components/Notice.tsx";

/** Why an import was refused: every fault by file, place and reason. The Lexicons of before stay in force. */
export const ImportProblem = ({ error }: { readonly error: Error }) => {
  const faults = error instanceof AdminRequestFailed ? error.faults : [];
  if (faults.length === 0) return <ErrorState title="Nothing was imported" error={error} />;
  return (
    <div className="stack-small">
      <Notice
        kind="bad"
        title={
          faults.length === 1 ? "Nothing was imported: one fault" : `Nothing was imported: ${faults.length} faults`
        }
        isAlert
      >
        The Lexicons of before stay in force. Correct the files and import them again.
      </Notice>
      <table className="table cards faults">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Where in it</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ file = "", path = "", reason = "" }) => (
            <tr key={`${file} ${path} ${reason}`}>
              <td>
                <strong>{file === "zipBase64" ? "The zip" : file}</strong>
              </td>
              <td data-label="Where">{path === "" ? "as a whole" : <code>{path}</code>}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
