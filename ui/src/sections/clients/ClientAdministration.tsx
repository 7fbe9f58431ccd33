import { useState } from "react";
import { SetClientAdministrationDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { useToast } from "../../components/useToast.ts";
import type { Client } from "./useClients.ts";

const states = {
  never: "Access tokens of this app never grant admin access, because the app registered itself.",
  on: "Access tokens of this app grant admin access to the accounts in ADMIN_DIDS.",
  off: "Access tokens of this app do not grant admin access to anyone."
} as const;

/** Whether access tokens of the client grant admin access. Granting it requires a confirmation. */
export const ClientAdministration = ({ client }: { readonly client: Client }) => {
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const set = useAdminMutation(SetClientAdministrationDocument, ({ updateOAuthClient }) => {
    setConfirming(false);
    toast(`${client.clientName} ${updateOAuthClient.mayAdminister ? "now has" : "no longer has"} admin access`);
  });
  const choose = (mayAdminister: boolean) => set.mutate({ clientId: client.clientId, mayAdminister });
  const state = client.clientOrigin === "ITSELF" ? "never" : client.mayAdminister ? "on" : "off";
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>Admin access</h2>
          <p>{states[state]}</p>
        </div>
        {state === "off" && (
          <Button needs="OWNER" onPress={() => setConfirming(true)}>
            Grant admin access
          </Button>
        )}
        {state === "on" && (
          <Button needs="OWNER" isPending={set.isPending} onPress={() => choose(false)}>
            Revoke admin access
          </Button>
        )}
      </div>
      {set.error !== null && !isConfirming && <ErrorState title="Admin access was not changed" error={set.error} />}
      <ConfirmDialog
        title={`Grant admin access to ${client.clientName}?`}
        action="Grant admin access"
        isOpen={isConfirming}
        isPending={set.isPending}
        error={set.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => choose(true)}
      >
        <p>
          Anyone with an access token of this app for an account in <code>ADMIN_DIDS</code> can do everything that
          admins can, including adding other admins.
        </p>
      </ConfirmDialog>
    </section>
  );
};
