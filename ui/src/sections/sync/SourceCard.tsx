import type { ReactNode } from "react";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import type { SyncStatus } from "./SyncStatus.ts";

/** After how many milliseconds without an event a connected source is called silent. */
const silentAfter = 10_000;

const badges: Readonly<Record<SyncStatus["state"], readonly [kind: string, text: string]>> = {
  OFF: ["", "Off"],
  CONNECTED: ["good", "Connected"],
  DISCONNECTED: ["bad", "Disconnected"],
  UNATTENDED: ["warn", "Not followed"]
};

const connectedInWords = ({ silentSince }: SyncStatus): ReactNode =>
  silentSince !== null && Date.now() - Date.parse(silentSince) > silentAfter ? (
    <>
      The connection is open, but the source has sent nothing since <RelativeTime at={silentSince} />.
    </>
  ) : (
    "Events are arriving."
  );

/** Says in words how the source is. */
const inWords = (status: SyncStatus): ReactNode => {
  const { since, state } = status;
  if (state === "CONNECTED") return connectedInWords(status);
  if (state === "DISCONNECTED")
    return since === null ? (
      "The source is not connected. The service keeps trying."
    ) : (
      <>
        The connection was lost <RelativeTime at={since} />. The service keeps trying.
      </>
    );
  return since === null ? (
    "No process has reported about the source yet."
  ) : (
    <>
      No process has reported about the source since <RelativeTime at={since} />. Check that the service is running with
      SYNC_SOURCE set.
    </>
  );
};

const timeOr = (at: string | null, otherwise: string): ReactNode =>
  at === null ? otherwise : <RelativeTime at={at} />;

/** The source that is followed, with the state of its connection. */
export const SourceCard = ({ status }: { readonly status: SyncStatus }) => {
  const { address, cursor, cursorTime, lastError, lastErrorAt, lastEventAt, since, source, state } = status;
  const [kind, badge] = badges[state];
  return (
    <section className="card" aria-label="Source">
      <div className="card-head">
        <div>
          <h2>Source</h2>
          <p>{inWords(status)}</p>
        </div>
        <span className={`badge ${kind}`} role="status">
          {badge}
        </span>
      </div>
      <dl className="card-body facts">
        <dt>Address</dt>
        <dd>
          <code>{address}</code> <span className="soft">({source})</span>
        </dd>
        {state === "CONNECTED" && (
          <>
            <dt>Connected</dt>
            <dd>{timeOr(since, "Not known")}</dd>
          </>
        )}
        <dt>Last event</dt>
        <dd>{timeOr(lastEventAt, "None yet")}</dd>
        <dt>Stored up to</dt>
        <dd>
          {cursor === null ? "Nothing yet" : <code>{cursor}</code>}
          {cursorTime !== null && (
            <span className="soft">
              {" "}
              (an event from <RelativeTime at={cursorTime} />)
            </span>
          )}
        </dd>
        <dt>Last error</dt>
        <dd>
          {lastError === null ? (
            "None"
          ) : (
            <>
              {lastError}{" "}
              {lastErrorAt !== null && (
                <span className="soft">
                  (<RelativeTime at={lastErrorAt} />)
                </span>
              )}
            </>
          )}
        </dd>
      </dl>
    </section>
  );
};
