import { RelativeTime } from "../../components/RelativeTime.tsx";
import type { AppSession } from "./AppSession.ts";

/** Whether somebody is still signed in, and until when or why not. */
export const SessionState = ({ session }: { readonly session: AppSession }) =>
  session.endedAt === null ? (
    <>
      <span className="badge good">Signed in</span>
      <span className="small soft line">
        until <RelativeTime at={session.expiresAt} />
      </span>
    </>
  ) : (
    <>
      <span className="badge">Over</span>
      <span className="small soft line" title={session.endReason ?? undefined}>
        <RelativeTime at={session.endedAt} />
        {session.endMessage !== null && `: ${session.endMessage}`}
      </span>
    </>
  );
