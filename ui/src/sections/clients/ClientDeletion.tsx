import { useState } from "react";
import { DeleteClientDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { useToast } from "../../components/useToast.ts";
import { navigate } from "../../router/routeLocation.ts";
import { needsForClient } from "./needsForClient.ts";
import { type Client, useForgetClient } from "./useClients.ts";

/** Deletes a client permanently, after its name was typed. */
export const ClientDeletion = ({ client }: { readonly client: Client }) => {
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const forget = useForgetClient();
  const remove = useAdminMutation(DeleteClientDocument, () => {
    toast(`${client.clientName} was deleted`);
    navigate("/clients");
    forget(client.clientId);
  });
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>Delete this client</h2>
          <p>All users are signed out of the app. Its client ID is never assigned again.</p>
        </div>
        <Button
          kind="danger-quiet"
          icon="trash"
          needs={needsForClient(client, "deleteOAuthClient")}
          onPress={() => setConfirming(true)}
        >
          Delete client
        </Button>
      </div>
      <ConfirmDialog
        title={`Delete ${client.clientName}?`}
        action="Delete client"
        typed={client.clientName}
        isOpen={isConfirming}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => remove.mutate({ clientId: client.clientId })}
      >
        <p>All users of the app are signed out. This cannot be undone.</p>
      </ConfirmDialog>
    </section>
  );
};
