import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../components/Button.tsx";
import { Field } from "../components/Field.tsx";
import { postForm } from "./postForm.ts";

/** Takes the set-up token that a start of the service prints. */
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
        label="Set-up token"
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
            It begins with setup_ and works once. The start of the service prints it;{" "}
            <code>npx tidemark setup-token</code> makes another.
          </>
        }
      />
      <Button type="submit" kind="primary" icon="key" isPending={signIn.isPending} isDisabled={token.trim() === ""}>
        Continue
      </Button>
    </form>
  );
};
