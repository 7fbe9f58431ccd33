import { type FormEvent, useState } from "react";
import { AddAdminDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { Field } from "../../components/Field.tsx";
import { useToast } from "../../components/useToast.ts";
import type { Admin } from "./Admin.ts";
import { RoleSelect } from "./RoleSelect.tsx";
import "./admins.css";

/** The form that adds an admin. */
export const AddAdmin = () => {
  const [account, setAccount] = useState("");
  const [role, setRole] = useState<Admin["role"]>("DEVELOPER");
  const toast = useToast();
  const add = useAdminMutation(AddAdminDocument, ({ addAdmin: { did, handle } }) => {
    setAccount("");
    toast(`${handle ?? did} is now an admin, with the role ${role.toLowerCase()}`);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (account.trim() !== "") add.mutate({ account, role });
  };
  return (
    <section className="card">
      <form className="card-body add-admin" onSubmit={submit}>
        <Field
          label="Add an admin"
          value={account}
          onChange={setAccount}
          placeholder="carol.example.com or did:plc:…"
          hint="Enter a handle or a DID. The account signs in on its own server."
          faults={add.error === null ? [] : [add.error.message]}
          autoComplete="off"
        />
        <RoleSelect label="Role" value={role} onChange={setRole} />
        <Button
          type="submit"
          kind="primary"
          icon="plus"
          needs="addAdmin"
          isPending={add.isPending}
          isDisabled={account.trim() === ""}
        >
          Add admin
        </Button>
      </form>
    </section>
  );
};
