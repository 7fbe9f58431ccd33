import { useState } from "react";
import { adminRequest } from "../../api/adminRequest.ts";
import { CreateLabelDocument, NegateLabelDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { useToast } from "../../components/useToast.ts";
import type { ShownLabel } from "./labelState.ts";

/** Takes back a label of this instance, after a confirmation. */
export const NegateLabel = ({ label }: { readonly label: Pick<ShownLabel, "uri" | "val" | "exp"> }) => {
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const negate = useAdminMutation(NegateLabelDocument, () => {
    setConfirming(false);
    const again = { uri: label.uri, val: label.val };
    const undo = () => adminRequest(CreateLabelDocument, again);
    // A label that ends cannot be created again from here with its end.
    toast(`The label ${label.val} was negated`, "good", label.exp === null ? undo : undefined);
  });
  return (
    <>
      <Button size="small" needs="negateLabel" label={`Negate ${label.val}`} onPress={() => setConfirming(true)}>
        Negate
      </Button>
      <ConfirmDialog
        title={`Negate ${label.val}?`}
        action="Negate label"
        isOpen={isConfirming}
        isPending={negate.isPending}
        error={negate.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => negate.mutate({ uri: label.uri, val: label.val })}
      >
        <p>
          The label no longer applies, and what only this label hid is visible again. Labels of other sources stay. The
          negation is recorded with your account.
        </p>
      </ConfirmDialog>
    </>
  );
};
