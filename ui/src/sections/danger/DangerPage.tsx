import { useState } from "react";
import { ResetIndexDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { countOf } from "../../components/countOf.ts";
import { Notice } from "../../components/Notice.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { useToast } from "../../components/useToast.ts";
import { useSession } from "../../session/useSession.ts";

/** What cannot be undone. */
export const DangerPage = () => {
  const { origin } = useSession();
  const { host } = new URL(origin);
  const [isAsking, setAsking] = useState(false);
  const toast = useToast();
  const reset = useAdminMutation(ResetIndexDocument, ({ resetIndex: { records } }) => {
    setAsking(false);
    toast(`${countOf(records)} records were deleted from the index`);
  });
  return (
    <>
      <PageHeader title="Danger zone">
        What is done here cannot be undone, and is in the audit under your name.
      </PageHeader>
      <div className="stack">
        <section className="card">
          <div className="card-head">
            <div>
              <h2>Delete all indexed records</h2>
              <p>Queries answer nothing until the records come in again.</p>
            </div>
            <Button kind="danger" icon="trash" onPress={() => setAsking(true)}>
              Delete all records
            </Button>
          </div>
          <div className="card-body columns">
            <Notice kind="bad" title="Goes">
              Every record in the index, of every collection and account.
            </Notice>
            <Notice kind="good" title="Stays">
              The log, the clients, the Lexicons, the admins and everybody's sessions. The records themselves lie at
              their authors' servers.
            </Notice>
          </div>
        </section>
      </div>
      <ConfirmDialog
        title="Delete all indexed records?"
        action="Delete all records"
        typed={host}
        isOpen={isAsking}
        isPending={reset.isPending}
        error={reset.error}
        onClose={() => setAsking(false)}
        onConfirm={() => reset.mutate({ confirmation: host })}
      >
        <p>
          All records leave the index of <strong>{host}</strong> at once. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
};
