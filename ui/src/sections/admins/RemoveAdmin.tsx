import { useState } from "react";
import { adminRequest } from "../../api/adminRequest.ts";
import { AddAdminDocument, RemoveAdminDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { useFocusFallback } from "../../components/useFocusFallback.ts";
import { useToast } from "../../components/useToast.ts";
import type { Admin } from "./Admin.ts";

/** The button that removes an admin, or the reason why the admin cannot be removed here. */
export const RemoveAdmin = ({ admin, isLast }: { readonly admin: Admin; readonly isLast: boolean }) => {
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  useFocusFallback();
  const who = admin.handle ?? admin.did;
  const remove = useAdminMutation(RemoveAdminDocument, () => {
    setConfirming(false);
    const addAgain = () => adminRequest(AddAdminDocument, { account: admin.did, role: admin.role });
    toast(`${who} is no longer an admin`, "good", admin.isYou ? undefined : addAgain);
  });
  if (admin.fromConfiguration) return <span className="small soft">To remove, change ADMIN_DIDS</span>;
  if (isLast) return <span className="small soft">The last owner cannot be removed</span>;
  return (
    <>
      <Button
        size="small"
        kind="danger-quiet"
        needs="removeAdmin"
        label={`Remove ${who}`}
        onPress={() => setConfirming(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        title={admin.isYou ? "Remove yourself?" : `Remove ${who}?`}
        action="Remove admin"
        isOpen={isConfirming}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => remove.mutate({ did: admin.did })}
      >
        <p>
          {admin.isYou
            ? "You will be signed out. Only another admin can add you again."
            : "The account is signed out of the settings immediately. Its sessions in apps continue."}
        </p>
      </ConfirmDialog>
    </>
  );
};
