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

/** Actions that cannot be undone. */
export const DangerPage = () => {
  const { origin } = useSession();
  const { host } = new URL(origin);
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const reset = useAdminMutation(ResetIndexDocument, ({ resetIndex: { records } }) => {
    setConfirming(false);
    toast(`${countOf(records)} records were deleted from the index`);
  });
  return (
    <>
      <PageHeader title="Danger zone">
        Actions on this page cannot be undone. They are recorded in the audit log under your name.
      </PageHeader>
      <div className="stack">
        <section className="card">
          <div className="card-head">
            <div>
              <h2>Delete all indexed records</h2>
              <p>Queries return no records until they are indexed again.</p>
            </div>
            <Button kind="danger" icon="trash" needs="resetIndex" onPress={() => setConfirming(true)}>
              Delete all records
            </Button>
          </div>
          <div className="card-body columns">
            <Notice kind="bad" title="Deleted">
              All records in the index, of every collection and account.
            </Notice>
            <Notice kind="good" title="Kept">
              The log, the clients, the Lexicons, the admins and all sessions. The records themselves remain on their
              authors' servers.
            </Notice>
          </div>
        </section>
      </div>
      <ConfirmDialog
        title="Delete all indexed records?"
        action="Delete all records"
        typed={host}
        isOpen={isConfirming}
        isPending={reset.isPending}
        error={reset.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => reset.mutate({ confirmation: host })}
      >
        <p>
          All records are deleted from the index of <strong>{host}</strong> immediately. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
};
