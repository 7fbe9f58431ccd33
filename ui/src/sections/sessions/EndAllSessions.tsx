import { useState } from "react";
import { EndAuthorizationsOfDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { withoutMiddle } from "../../components/CopyableId.tsx";
import { useToast } from "../../components/useToast.ts";

interface EndAllSessionsProps {
  /** Empty for everybody. */
  readonly did: string;
  /** Empty for all apps. */
  readonly clientId: string;
}

/** Signs a person out everywhere, or everybody out of an app. */
export const EndAllSessions = ({ clientId, did }: EndAllSessionsProps) => {
  const [isAsking, setAsking] = useState(false);
  const toast = useToast();
  const who = did === "" ? "everybody" : withoutMiddle(did, 30);
  const where = clientId === "" ? "all apps" : "this app";
  const end = useAdminMutation(EndAuthorizationsOfDocument, ({ endAuthorizationsOf: count }) => {
    setAsking(false);
    toast(count === 1 ? "1 session was ended" : `${count} sessions were ended`);
  });
  return (
    <div className="field filters-end">
      <Button kind="danger-quiet" onPress={() => setAsking(true)}>
        End all of these
      </Button>
      <ConfirmDialog
        title={`Sign ${who} out of ${where}?`}
        action="End all sessions"
        typed="end all"
        isOpen={isAsking}
        isPending={end.isPending}
        error={end.error}
        onClose={() => setAsking(false)}
        onConfirm={() => end.mutate({ did: did || null, clientId: clientId || null })}
      >
        <p>The apps are told that an admin ended the sessions. People can sign in again.</p>
      </ConfirmDialog>
    </div>
  );
};
