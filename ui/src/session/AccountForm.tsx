import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../components/Button.tsx";
import { Field } from "../components/Field.tsx";
import { postForm } from "./postForm.ts";
import { rememberLocation } from "./returnLocation.ts";

/** Asks for a handle and sends the browser to the account's server to sign in. */
export const AccountForm = ({ action }: { readonly action: string }) => {
  const [account, setAccount] = useState("");
  const signIn = useMutation({
    mutationFn: () => postForm("/settings/sign-in/account", { account }),
    onSuccess: ({ location = "/settings" }) => {
      rememberLocation();
      window.location.assign(location);
    }
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label="Your handle"
        name="account"
        value={account}
        onChange={setAccount}
        autoComplete="username"
        placeholder="you.example.com"
        inputMode="url"
        isRequired
        autoFocus
        faults={signIn.error === null ? [] : [signIn.error.message]}
        hint="You sign in on your account's own server. Your password is never entered here."
      />
      <Button
        type="submit"
        kind="primary"
        isPending={signIn.isPending || signIn.isSuccess}
        isDisabled={account.trim() === ""}
      >
        {action}
      </Button>
    </form>
  );
};
