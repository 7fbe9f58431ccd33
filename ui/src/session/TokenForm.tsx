import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../components/Button.tsx";
import { Field } from "../components/Field.tsx";
import { postForm } from "./postForm.ts";

/** Asks for the setup token that the service prints at startup. */
export const TokenForm = ({ onSignedIn }: { readonly onSignedIn: () => void }) => {
  const [token, setToken] = useState("");
  const signIn = useMutation({ mutationFn: () => postForm("/settings/sign-in", { token }), onSuccess: onSignedIn });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label="Setup token"
        name="token"
        type="password"
        value={token}
        onChange={setToken}
        autoComplete="one-time-code"
        maxLength={200}
        isRequired
        autoFocus
        faults={signIn.error === null ? [] : [signIn.error.message]}
        hint={
          <>
            The service prints it at startup. It starts with <code>setup_</code> and works once. To create another, run{" "}
            <code>npx tidemark setup-token</code>.
          </>
        }
      />
      <Button type="submit" kind="primary" icon="key" isPending={signIn.isPending} isDisabled={token.trim() === ""}>
        Continue
      </Button>
    </form>
  );
};
