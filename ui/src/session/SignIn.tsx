import { useEffect, useState } from "react";
import { SignInProblemDocument } from "../api/documents.ts";
import { useAdminQuery } from "../api/useAdminQuery.ts";
import { Button } from "../components/Button.tsx";
import { Notice } from "../components/Notice.tsx";
import { useRouteLocation } from "../router/routeLocation.ts";
import { AccountForm } from "./AccountForm.tsx";
import { postForm } from "./postForm.ts";
import { TokenForm } from "./TokenForm.tsx";
import type { Session } from "./useSession.ts";

interface SignInProps {
  readonly session: Session;
  /** Whether the user was signed in before and the session has ended. */
  readonly isExpired: boolean;
  readonly onSignedIn: () => void;
}

const headings = {
  SIGNED_OUT: "Sign in",
  SET_UP: "Make your account the first admin",
  ADMIN: "Signed in"
} as const;

/** The sign-in forms: for the setup token of a new instance, and for an account. */
export const SignIn = ({ isExpired, session, onSignedIn }: SignInProps) => {
  const isSetUp = session.state === "SET_UP";
  const { search } = useRouteLocation();
  const code = search.get("problem") ?? "";
  const refusal = useAdminQuery(SignInProblemDocument, { code }, { enabled: code !== "" }).data?.signInProblem ?? null;
  const [byToken, setByToken] = useState(session.setUpOpen && code === "");
  useEffect(() => {
    document.title = `${headings[session.state]} · Tidemark`;
  }, [session.state]);
  const leave = async (): Promise<void> => {
    await postForm("/settings/sign-out", {}).catch(() => ({}));
    onSignedIn();
  };

  return (
    <>
      <div className="stack-small">
        <h1>{headings[session.state]}</h1>
        <p className="soft">
          {isSetUp
            ? "The setup token was accepted. Now sign in with the account that will manage this instance. From then on you sign in with this account."
            : `For the admins of ${new URL(session.origin).host}.`}
        </p>
      </div>
      {isExpired && (
        <Notice kind="warn" title="Your session ended" isAlert>
          Sign in to continue where you left off.
        </Notice>
      )}
      {refusal !== null && (
        <Notice kind="bad" title="You were not signed in" isAlert>
          {refusal}
        </Notice>
      )}
      {isSetUp && (
        <>
          <AccountForm action="Become the first admin" />
          <Button kind="quiet" onPress={() => void leave()}>
            Cancel and sign out
          </Button>
        </>
      )}
      {!isSetUp && byToken && (
        <>
          <TokenForm onSignedIn={onSignedIn} />
          <div className="divider">or</div>
          <Button onPress={() => setByToken(false)}>Sign in with your account</Button>
        </>
      )}
      {!isSetUp && !byToken && (
        <>
          <AccountForm action="Sign in" />
          <div className="divider">or</div>
          <Button onPress={() => setByToken(true)}>Use a setup token</Button>
        </>
      )}
    </>
  );
};
