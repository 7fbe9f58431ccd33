import { useState } from "react";
import { EndAuthorizationDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { useFocusFallback } from "../../components/useFocusFallback.ts";
import { useToast } from "../../components/useToast.ts";
import type { AppSession } from "./AppSession.ts";

/** Signs somebody out of one app. */
export const EndSession = ({ session }: { readonly session: AppSession }) => {
  const [isAsking, setAsking] = useState(false);
  const toast = useToast();
  useFocusFallback();
  const who = session.handle ?? session.did;
  const app = session.clientName ?? "the app";
  const end = useAdminMutation(EndAuthorizationDocument, () => {
    setAsking(false);
    toast(`${who} was signed out of ${app}`);
  });
  return (
    <>
      <Button
        size="small"
        kind="danger-quiet"
        label={`End the session of ${who} in ${app}`}
        onPress={() => setAsking(true)}
      >
        End
      </Button>
      <ConfirmDialog
        title={`Sign ${who} out of ${app}?`}
        action="End session"
        isOpen={isAsking}
        isPending={end.isPending}
        error={end.error}
        onClose={() => setAsking(false)}
        onConfirm={() => end.mutate({ authorizationId: session.authorizationId })}
      >
        <p>The app is told that an admin ended the session. The person can sign in again.</p>
      </ConfirmDialog>
    </>
  );
};
