import { useState } from "react";
import { EndAuthorizationsOfDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { withoutMiddle } from "../../components/CopyableId.tsx";
import { useToast } from "../../components/useToast.ts";

interface EndAllSessionsProps {
  /** Empty for all users. */
  readonly did: string;
  /** Empty for all apps. */
  readonly clientId: string;
}

/** Signs a user out of all apps, or all users out of an app. */
export const EndAllSessions = ({ clientId, did }: EndAllSessionsProps) => {
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const who = did === "" ? "all users" : withoutMiddle(did, 30);
  const where = clientId === "" ? "all apps" : "this app";
  const end = useAdminMutation(EndAuthorizationsOfDocument, ({ endAuthorizationsOf: count }) => {
    setConfirming(false);
    toast(count === 1 ? "1 session was ended" : `${count} sessions were ended`);
  });
  return (
    <div className="field filters-end">
      <Button kind="danger-quiet" needs="endAuthorizationsOf" onPress={() => setConfirming(true)}>
        End these sessions
      </Button>
      <ConfirmDialog
        title={`Sign ${who} out of ${where}?`}
        action="End all sessions"
        typed="end all"
        isOpen={isConfirming}
        isPending={end.isPending}
        error={end.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => end.mutate({ did: did || null, clientId: clientId || null })}
      >
        <p>The apps are notified that an admin ended the sessions. Users can sign in again.</p>
      </ConfirmDialog>
    </div>
  );
};
