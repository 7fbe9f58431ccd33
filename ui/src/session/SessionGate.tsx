import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { AdminSessionDocument } from "../api/documents.ts";
import { useAdminQuery } from "../api/useAdminQuery.ts";
import { ErrorState } from "../components/ErrorState.tsx";
import { base, navigate, useRouteLocation } from "../router/routeLocation.ts";
import { EntryPage } from "./EntryPage.tsx";
import { takeRememberedLocation } from "./returnLocation.ts";
import { SignIn } from "./SignIn.tsx";
import { SessionContext } from "./useSession.ts";

/** Shows its content to admins, and asks all others to sign in, at the current URL. */
export const SessionGate = ({ children }: { readonly children: ReactNode }) => {
  const { data, error, refetch } = useAdminQuery(AdminSessionDocument, {}, { pollingInterval: 60_000 });
  const client = useQueryClient();
  const wasSignedIn = useRef(false);
  const { path, search } = useRouteLocation();
  const hasProblem = search.has("problem");
  const session = data?.adminSession;
  const isAdmin = session?.state === "ADMIN";

  useEffect(() => {
    if (!isAdmin) return;
    wasSignedIn.current = true;
    const location = takeRememberedLocation();
    if (location?.startsWith(base) && path === "/") navigate(location.slice(base.length) || "/", "replace");
    else if (hasProblem) navigate(path, "replace");
  }, [hasProblem, isAdmin, path]);

  if (session === undefined) {
    return (
      <EntryPage>
        {error === null ? (
          <p role="status" className="soft">
            Loading …
          </p>
        ) : (
          <ErrorState title="The service is not responding" error={error} retry={() => void refetch()} />
        )}
      </EntryPage>
    );
  }
  if (isAdmin) return <SessionContext value={session}>{children}</SessionContext>;
  return (
    <EntryPage>
      <SignIn session={session} isExpired={wasSignedIn.current} onSignedIn={() => void client.invalidateQueries()} />
    </EntryPage>
  );
};
