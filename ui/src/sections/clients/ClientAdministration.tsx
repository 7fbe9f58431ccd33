import { useState } from "react";
import { SetClientAdministrationDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { useToast } from "../../components/useToast.ts";
import type { Client } from "./useClients.ts";

const states = {
  never: "This app registered itself, so its access tokens never administer.",
  on: "Access tokens of this app administer, for accounts of ADMIN_DIDS.",
  off: "Access tokens of this app do not administer, whoever signs in."
} as const;

/** Whether access tokens of the client administer; it is turned on only after a question. */
export const ClientAdministration = ({ client }: { readonly client: Client }) => {
  const [isAsking, setAsking] = useState(false);
  const toast = useToast();
  const set = useAdminMutation(SetClientAdministrationDocument, ({ updateOAuthClient }) => {
    setAsking(false);
    toast(`${client.clientName} ${updateOAuthClient.mayAdminister ? "may administer" : "may no longer administer"}`);
  });
  const choose = (mayAdminister: boolean) => set.mutate({ clientId: client.clientId, mayAdminister });
  const state = client.clientOrigin === "ITSELF" ? "never" : client.mayAdminister ? "on" : "off";
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>Administration</h2>
          <p>{states[state]}</p>
        </div>
        {state === "off" && <Button onPress={() => setAsking(true)}>Let it administer</Button>}
        {state === "on" && (
          <Button isPending={set.isPending} onPress={() => choose(false)}>
            Stop it from administering
          </Button>
        )}
      </div>
      {set.error !== null && !isAsking && <ErrorState title="It was not changed" error={set.error} />}
      <ConfirmDialog
        title={`Let ${client.clientName} administer?`}
        action="Let it administer"
        isOpen={isAsking}
        isPending={set.isPending}
        error={set.error}
        onClose={() => setAsking(false)}
        onConfirm={() => choose(true)}
      >
        <p>
          Whoever has an access token of this app for an account of <code>ADMIN_DIDS</code> can do everything that
          admins can, adding other admins included.
        </p>
      </ConfirmDialog>
    </section>
  );
};
