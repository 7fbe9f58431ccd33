import { useEffect } from "react";
import { CopyButton } from "../../components/CopyButton.tsx";
import { Notice } from "../../components/Notice.tsx";

/** A secret that cannot be read again. Leaving the tab while it is shown takes a second thought. */
export const NewSecret = ({ secret }: { readonly secret: string }) => {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return (
    <Notice kind="warn" title="Copy the client secret now: it is shown this once">
      <div className="secret">
        <p>
          The service keeps a hash of it only. Store it where your server reads its secrets, never in code that reaches
          a browser. If it is lost, rotate it.
        </p>
        <div className="value">
          <code>{secret}</code>
          <CopyButton text={secret} what="the client secret" />
        </div>
      </div>
    </Notice>
  );
};
