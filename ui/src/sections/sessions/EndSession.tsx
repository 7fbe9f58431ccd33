import { useState } from "react";
import { EndAuthorizationDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { useFocusFallback } from "../../components/useFocusFallback.ts";
import { useToast } from "../../components/useToast.ts";
import type { AppSession } from "./AppSession.ts";

/** Signs a user out of one app. */
export const EndSession = ({ session }: { readonly session: AppSession }) => {
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  useFocusFallback();
  const who = session.handle ?? session.did;
  const app = session.clientName ?? "the app";
  const end = useAdminMutation(EndAuthorizationDocument, () => {
    setConfirming(false);
    toast(`${who} was signed out of ${app}`);
  });
  return (
    <>
      <Button
        size="small"
        kind="danger-quiet"
        needs="endAuthorization"
        label={`End the session of ${who} in ${app}`}
        onPress={() => setConfirming(true)}
      >
        End
      </Button>
      <ConfirmDialog
        title={`Sign ${who} out of ${app}?`}
        action="End session"
        isOpen={isConfirming}
        isPending={end.isPending}
        error={end.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => end.mutate({ authorizationId: session.authorizationId })}
      >
        <p>The app is notified that an admin ended the session. The user can sign in again.</p>
      </ConfirmDialog>
    </>
  );
};
