import { Button } from "../components/Button.tsx";
import { useToast } from "../components/useToast.ts";
import { forgetRecent } from "../palette/recentEntries.ts";
import { base } from "../router/routeLocation.ts";
import { forgetDraft } from "../sections/clients/storedDraft.ts";
import { postForm } from "../session/postForm.ts";
import { useSession } from "../session/useSession.ts";
import { ThemeToggle } from "./ThemeToggle.tsx";

/** The signed-in account, with the button to sign out. */
export const Account = () => {
  const { did, handle, role, version } = useSession();
  const toast = useToast();
  /** Reloads the page, so that no data stays in it. */
  const leave = (): void => {
    forgetDraft();
    forgetRecent();
    window.location.assign(base);
  };
  const signOut = (): void =>
    void postForm("/settings/sign-out", {}).then(leave, (error: Error) => toast(error.message, "bad"));
  return (
    <div className="account">
      <div>
        Signed in as
        <strong title={did ?? undefined}>{handle ?? did ?? "the setup token"}</strong>
        {role !== null && role !== "OWNER" && <span className="badge">{role.toLowerCase()}</span>}
      </div>
      <ThemeToggle />
      <Button icon="signOut" size="small" onPress={signOut}>
        Sign out
      </Button>
      <span>
        Tidemark {version} · <a href="/docs">Docs</a>
      </span>
    </div>
  );
};
