import { useId, useState } from "react";
import { RotateClientSecretDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { needsForClient } from "./needsForClient.ts";
import type { Client } from "./useClients.ts";

const overlaps = [
  { hours: 0, name: "Stops working immediately" },
  { hours: 1, name: "Works for 1 more hour" },
  { hours: 24, name: "Works for 1 more day" },
  { hours: 7 * 24, name: "Works for 7 more days" },
  { hours: 30 * 24, name: "Works for 30 more days" }
] as const;

interface RotateSecretProps {
  readonly client: Client;
  /** Whether an earlier rotation left a secret valid. */
  readonly hasOldSecret: boolean;
  readonly onRotated: (secret: string | null) => void;
}

/** Replaces the secret of a client, and asks how long the current one stays valid. */
export const RotateSecret = ({ client, hasOldSecret, onRotated }: RotateSecretProps) => {
  const id = useId();
  const [isConfirming, setConfirming] = useState(false);
  const [hours, setHours] = useState(24);
  const rotate = useAdminMutation(RotateClientSecretDocument, ({ rotateOAuthClientSecret }) => {
    setConfirming(false);
    onRotated(rotateOAuthClientSecret.clientSecret);
  });
  return (
    <>
      <Button
        icon="refresh"
        needs={needsForClient(client, "rotateOAuthClientSecret")}
        onPress={() => setConfirming(true)}
      >
        Rotate secret
      </Button>
      <ConfirmDialog
        title={`Rotate the secret of ${client.clientName}?`}
        action="Rotate secret"
        isOpen={isConfirming}
        isPending={rotate.isPending}
        error={rotate.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => rotate.mutate({ clientId: client.clientId, overlapHours: hours })}
      >
        <div className="field">
          <label className="label" htmlFor={id}>
            The current secret
          </label>
          <select id={id} className="input" value={hours} onChange={(event) => setHours(Number(event.target.value))}>
            {overlaps.map((overlap) => (
              <option key={overlap.hours} value={overlap.hours}>
                {overlap.name}
              </option>
            ))}
          </select>
        </div>
        <p>
          {hours === 0
            ? "Until your server has the new secret, nobody can sign in to the app."
            : "Both secrets work meanwhile, so that nobody is signed out while you deploy the new one."}
          {hasOldSecret && " The old secret that is still accepted ends now."}
        </p>
      </ConfirmDialog>
    </>
  );
};
