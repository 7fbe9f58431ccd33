import { useState } from "react";
import { RevokeOldClientSecretDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { useFocusFallback } from "../../components/useFocusFallback.ts";
import { useToast } from "../../components/useToast.ts";
import { needsForClient } from "./needsForClient.ts";
import type { Client } from "./useClients.ts";

/** Ends the secret that a rotation left valid. */
export const RevokeOldSecret = ({ client }: { readonly client: Client }) => {
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  useFocusFallback();
  const revoke = useAdminMutation(RevokeOldClientSecretDocument, () => {
    setConfirming(false);
    toast("The old secret was revoked");
  });
  return (
    <>
      <Button
        kind="danger-quiet"
        needs={needsForClient(client, "revokeOAuthClientOldSecret")}
        onPress={() => setConfirming(true)}
      >
        Revoke old secret
      </Button>
      <ConfirmDialog
        title={`Revoke the old secret of ${client.clientName}?`}
        action="Revoke old secret"
        isOpen={isConfirming}
        isPending={revoke.isPending}
        error={revoke.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => revoke.mutate({ clientId: client.clientId })}
      >
        <p>
          A server that still uses it can no longer sign in users. Check above when it was last used. The current secret
          stays valid.
        </p>
      </ConfirmDialog>
    </>
  );
};
