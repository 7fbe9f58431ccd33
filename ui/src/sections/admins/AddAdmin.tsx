import { type FormEvent, useState } from "react";
import { AddAdminDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { Field } from "../../components/Field.tsx";
import { useToast } from "../../components/useToast.ts";
import "./admins.css";

/** Lets another account in. */
export const AddAdmin = () => {
  const [account, setAccount] = useState("");
  const toast = useToast();
  const add = useAdminMutation(AddAdminDocument, ({ addAdmin: { did, handle } }) => {
    setAccount("");
    toast(`${handle ?? did} is an admin now`);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (account.trim() !== "") add.mutate({ account });
  };
  return (
    <section className="card">
      <form className="card-body add-admin" onSubmit={submit}>
        <Field
          label="Add an admin"
          value={account}
          onChange={setAccount}
          placeholder="carol.example.com or did:plc:…"
          hint="A handle or a DID. The account signs in at its own server."
          faults={add.error === null ? [] : [add.error.message]}
          autoComplete="off"
        />
        <Button type="submit" kind="primary" icon="plus" isPending={add.isPending} isDisabled={account.trim() === ""}>
          Add
        </Button>
      </form>
    </section>
  );
};
