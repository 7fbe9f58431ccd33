import { adminRequest } from "../../api/adminRequest.ts";
import { SetAdminRoleDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { useToast } from "../../components/useToast.ts";
import { useRefusal } from "../../session/useRefusal.ts";
import type { Admin } from "./Admin.ts";
import { RoleSelect } from "./RoleSelect.tsx";

interface RoleChoiceProps {
  readonly admin: Admin;
  readonly isLastOwner: boolean;
}

/** The role of an admin, which an owner can change. */
export const RoleChoice = ({ admin, isLastOwner }: RoleChoiceProps) => {
  const toast = useToast();
  const refusal = useRefusal("setAdminRole");
  const who = admin.handle ?? admin.did;
  const set = useAdminMutation(SetAdminRoleDocument);
  const change = (role: Admin["role"]): void => {
    const before = { did: admin.did, role: admin.role };
    const undo = () => adminRequest(SetAdminRoleDocument, before);
    set.mutate(
      { did: admin.did, role },
      {
        // Whoever is no longer an owner cannot take it back.
        onSuccess: () => toast(`${who} now has the role ${role.toLowerCase()}`, "good", admin.isYou ? undefined : undo),
        onError: (error) => toast(error.message, "bad")
      }
    );
  };
  const fixed = admin.fromConfiguration
    ? "Always an owner"
    : isLastOwner
      ? "The last owner stays one"
      : (refusal?.note ?? null);
  return (
    <RoleSelect
      label={`Role of ${who}`}
      isLabelHidden
      value={admin.role}
      isDisabled={set.isPending}
      {...(fixed !== null && { fixed })}
      onChange={change}
    />
  );
};
