import { CompareLexiconRestoreDocument, RestoreLexiconsDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Loading } from "../../components/Loading.tsx";
import { useToast } from "../../components/useToast.ts";
import { ComparedLexicons } from "./ComparedLexicons.tsx";
import { ImportProblem } from "./ImportProblem.tsx";
import { ImportProgress } from "./ImportProgress.tsx";

interface RestoreVersionProps {
  readonly version: number;
  readonly onClose: () => void;
}

/** Shows what the restore of a version would change, and makes the change once it is confirmed. */
export const RestoreVersion = ({ onClose, version }: RestoreVersionProps) => {
  const { data, error } = useAdminQuery(CompareLexiconRestoreDocument, { version });
  const toast = useToast();
  const restore = useAdminMutation(RestoreLexiconsDocument, () => {
    toast(`Version ${version} is active again`);
    onClose();
  });
  return (
    <section className="card" aria-label={`Restore version ${version}`}>
      <div className="card-body stack">
        {error !== null && <ImportProblem error={error} />}
        {restore.error !== null && <ImportProblem error={restore.error} />}
        {error === null && data === undefined && <Loading what="the comparison" />}
        {restore.isPending && <ImportProgress label="Activating the Lexicons" share={null} />}
        {data !== undefined && !restore.isPending && (
          <ComparedLexicons
            comparison={data.compareLexiconRestore}
            confirmation={`Restore version ${version}`}
            onConfirm={() => restore.mutate({ version })}
            onCancel={onClose}
          />
        )}
      </div>
    </section>
  );
};
