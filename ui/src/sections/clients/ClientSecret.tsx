import { useState } from "react";
import { RotateClientSecretDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { NewSecret } from "./NewSecret.tsx";
import type { Client } from "./useClients.ts";

/** Replaces the secret of a client. The new secret is shown once. */
export const ClientSecret = ({ client }: { readonly client: Client }) => {
  const [isConfirming, setConfirming] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useAdminMutation(RotateClientSecretDocument, ({ rotateOAuthClientSecret }) => {
    setConfirming(false);
    setSecret(rotateOAuthClientSecret.clientSecret);
  });
  if (!client.tokenEndpointAuthMethod.startsWith("client_secret_")) return null;
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>Client secret</h2>
          <p>The secret was shown once, when it was created. It cannot be displayed again.</p>
        </div>
        <Button icon="refresh" needs="rotateOAuthClientSecret" onPress={() => setConfirming(true)}>
          Rotate secret
        </Button>
      </div>
      {secret !== null && (
        <div className="card-body stack">
          <NewSecret secret={secret} />
          <div className="row">
            <Button onPress={() => setSecret(null)}>I have stored it</Button>
          </div>
        </div>
      )}
      <ConfirmDialog
        title={`Rotate the secret of ${client.clientName}?`}
        action="Rotate secret"
        isOpen={isConfirming}
        isPending={rotate.isPending}
        error={rotate.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => rotate.mutate({ clientId: client.clientId })}
      >
        <p>
          The current secret stops working immediately. Until your server has the new one, nobody can sign in to the
          app.
        </p>
      </ConfirmDialog>
    </section>
  );
};
