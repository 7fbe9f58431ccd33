import { useEffect } from "react";
import { CopyButton } from "../../components/CopyButton.tsx";
import { Notice } from "../../components/Notice.tsx";

/** Shows a secret that cannot be displayed again. Closing the tab while it is shown asks for confirmation. */
export const NewSecret = ({ secret }: { readonly secret: string }) => {
  useEffect(() => {
    const confirmLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", confirmLeaving);
    return () => window.removeEventListener("beforeunload", confirmLeaving);
  }, []);
  return (
    <Notice kind="warn" title="Copy the client secret now. It is shown only once.">
      <div className="secret">
        <p>
          The service stores only a hash of it. Store the secret where your server reads its secrets, never in code that
          reaches a browser. If you lose it, rotate it.
        </p>
        <div className="value">
          <code>{secret}</code>
          <CopyButton text={secret} what="the client secret" />
        </div>
      </div>
    </Notice>
  );
};
