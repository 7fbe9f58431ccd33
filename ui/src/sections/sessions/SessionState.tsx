import { RelativeTime } from "../../components/RelativeTime.tsx";
import type { AppSession } from "./AppSession.ts";

/** Whether a session is active and until when, or when and why it ended. */
export const SessionState = ({ session }: { readonly session: AppSession }) =>
  session.endedAt === null ? (
    <>
      <span className="badge good">Active</span>
      <span className="small soft line">
        until <RelativeTime at={session.expiresAt} />
      </span>
    </>
  ) : (
    <>
      <span className="badge">Ended</span>
      <span className="small soft line" title={session.endReason ?? undefined}>
        <RelativeTime at={session.endedAt} />
        {session.endMessage !== null && `: ${session.endMessage}`}
      </span>
    </>
  );
