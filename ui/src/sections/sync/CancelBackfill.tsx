import { useState } from "react";
import { CancelBackfillDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { useToast } from "../../components/useToast.ts";

/** Cancels a backfill after a confirmation. */
export const CancelBackfill = ({ id }: { readonly id: string }) => {
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const cancel = useAdminMutation(CancelBackfillDocument, () => {
    setConfirming(false);
    toast("The backfill was cancelled");
  });
  return (
    <>
      <Button size="small" needs="cancelBackfill" onPress={() => setConfirming(true)}>
        Cancel backfill
      </Button>
      <ConfirmDialog
        title="Cancel this backfill?"
        action="Cancel the backfill"
        isOpen={isConfirming}
        isPending={cancel.isPending}
        error={cancel.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => cancel.mutate({ id })}
      >
        <p>What it has indexed stays. Repositories that are being read are finished.</p>
      </ConfirmDialog>
    </>
  );
};
