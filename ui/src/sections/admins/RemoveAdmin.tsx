import { useState } from "react";
import { RemoveAdminDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { useFocusFallback } from "../../components/useFocusFallback.ts";
import { useToast } from "../../components/useToast.ts";
import type { Admin } from "./Admin.ts";

/** Takes an account its right to come in, or says why that cannot be done here. */
export const RemoveAdmin = ({ admin, isLast }: { readonly admin: Admin; readonly isLast: boolean }) => {
  const [isAsking, setAsking] = useState(false);
  const toast = useToast();
  useFocusFallback();
  const who = admin.handle ?? admin.did;
  const remove = useAdminMutation(RemoveAdminDocument, () => {
    setAsking(false);
    toast(`${who} is no admin any more`);
  });
  if (admin.fromConfiguration) return <span className="small soft">Removed by changing ADMIN_DIDS</span>;
  if (isLast) return <span className="small soft">The last admin stays</span>;
  return (
    <>
      <Button size="small" kind="danger-quiet" label={`Remove ${who}`} onPress={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        title={admin.isYou ? "Remove yourself?" : `Remove ${who}?`}
        action="Remove admin"
        isOpen={isAsking}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ did: admin.did })}
      >
        <p>
          {admin.isYou
            ? "You are signed out, and only another admin can let you in again."
            : "The account is signed out here at once. Its sign-ins to apps stay."}
        </p>
      </ConfirmDialog>
    </>
  );
};
