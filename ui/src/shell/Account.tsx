import { useQueryClient } from "@tanstack/react-query";
import { Button } from "../components/Button.tsx";
import { useToast } from "../components/useToast.ts";
import { postForm } from "../session/postForm.ts";
import { useSession } from "../session/useSession.ts";
import { ThemeToggle } from "./ThemeToggle.tsx";

/** Who is signed in, and the way out. */
export const Account = () => {
  const { did, handle, version } = useSession();
  const client = useQueryClient();
  const toast = useToast();
  const signOut = (): void =>
    void postForm("/settings/sign-out", {}).then(
      () => client.resetQueries(),
      (error: Error) => toast(error.message, "bad")
    );
  return (
    <div className="account">
      <div>
        Signed in as
        <strong title={did ?? undefined}>{handle ?? did ?? "the set-up token"}</strong>
      </div>
      <ThemeToggle />
      <Button icon="signOut" size="small" onPress={signOut}>
        Sign out
      </Button>
      <span>Tidemark {version}</span>
    </div>
  );
};
