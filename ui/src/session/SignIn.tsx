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
  /** Whether somebody was in here before, and is not any more. */
  readonly isExpired: boolean;
  readonly onSignedIn: () => void;
}

const headings = {
  SIGNED_OUT: "Sign in",
  SET_UP: "Make your account the first admin",
  ADMIN: "Signed in"
} as const;

/** The ways in: the set-up token of a new instance, then always an account at its own server. */
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
            ? "The set-up token was right. Now sign in with the account that is to run this instance; from then on it is how you come in."
            : `For those who run ${new URL(session.origin).host}.`}
        </p>
      </div>
      {isExpired && (
        <Notice kind="warn" title="Your session ended" isAlert>
          Sign in to go on where you were.
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
            Not now, sign out
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
          <Button onPress={() => setByToken(true)}>Use a set-up token</Button>
        </>
      )}
    </>
  );
};
