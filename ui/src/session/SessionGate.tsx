import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { AdminSessionDocument } from "../api/documents.ts";
import { useAsk } from "../api/useAsk.ts";
import { ErrorState } from "../components/ErrorState.tsx";
import { base, navigate, usePlace } from "../router/place.ts";
import { EntryPage } from "./EntryPage.tsx";
import { takeRememberedPlace } from "./returnPlace.ts";
import { SignIn } from "./SignIn.tsx";
import { SessionContext } from "./useSession.ts";

/** Shows its content to admins, and asks everybody else to sign in, at the address where they are. */
export const SessionGate = ({ children }: { readonly children: ReactNode }) => {
  const { data, error, refetch } = useAsk(AdminSessionDocument, {}, { every: 60_000 });
  const client = useQueryClient();
  const wasIn = useRef(false);
  const { path, search } = usePlace();
  const hasProblem = search.has("problem");
  const session = data?.adminSession;
  const isIn = session?.state === "ADMIN";

  useEffect(() => {
    if (!isIn) return;
    wasIn.current = true;
    const place = takeRememberedPlace();
    if (place?.startsWith(base) && path === "/") navigate(place.slice(base.length) || "/", "replace");
    else if (hasProblem) navigate(path, "replace");
  }, [hasProblem, isIn, path]);

  if (session === undefined) {
    return (
      <EntryPage>
        {error === null ? (
          <p role="status" className="soft">
            One moment …
          </p>
        ) : (
          <ErrorState title="The service does not answer" error={error} retry={() => void refetch()} />
        )}
      </EntryPage>
    );
  }
  if (isIn) return <SessionContext value={session}>{children}</SessionContext>;
  return (
    <EntryPage>
      <SignIn session={session} isOver={wasIn.current} whenIn={() => void client.invalidateQueries()} />
    </EntryPage>
  );
};
