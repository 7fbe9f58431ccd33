import { useState } from "react";
import { type Session, useMutation, useQuery, useSubscription } from "tidemark-sdk/react";
import { type MineResult, mineQuery, ownStatusSubscription, setStatusMutation } from "./documents.ts";
import { moods } from "./moods.ts";
import { Person } from "./Person.tsx";
import { Problem } from "./Problem.tsx";

interface MineProps extends Pick<Session, "logout"> {
  readonly did: string;
}

export const Mine = ({ did, logout }: MineProps) => {
  const mine = useQuery<MineResult>(mineQuery, undefined, { withCursor: true });
  useSubscription(
    ownStatusSubscription,
    { after: mine.cursor, did },
    { skip: mine.cursor === undefined, onData: mine.refetch }
  );
  const [setStatus, setting] = useMutation(setStatusMutation);
  const [news, setNews] = useState("");
  const viewer = mine.data?.viewer ?? null;
  const profile = viewer?.appNeutralActorProfileByDid ?? null;
  const handle = viewer?.handle ?? null;
  const current = viewer?.xyzStatusphereStatusByDid.nodes[0]?.status;

  const choose = async (status: string, title: string) => {
    if (setting.status === "running") return;
    setNews("");
    const outcome = await setStatus({ status, createdAt: new Date().toISOString() });
    if (outcome.status === "done") setNews(`Your status is now ${status} ${title}.`);
  };

  return (
    <>
      <Problem error={setting.status === "failed" ? setting.error : null} />
      <section className="card" aria-labelledby="mine">
        <h2 id="mine">{viewer === null ? "How are you?" : `How are you, ${profile?.displayName || handle || did}?`}</h2>
        <fieldset className="pebbles" aria-labelledby="mine" aria-busy={setting.status === "running"}>
          {moods.map(([mood, title]) => (
            <button
              key={mood}
              type="button"
              className="pebble"
              title={title}
              aria-label={title}
              aria-pressed={mood === current}
              onClick={() => choose(mood, title)}
            >
              {mood}
            </button>
          ))}
        </fieldset>
        <p className="hint news" role="status">
          {news}
        </p>
        <div className="row account">
          <span>
            <Person did={did} handle={handle} profile={profile} />
          </span>
          <button className="quiet" type="button" onClick={() => void logout()}>
            Log out
          </button>
        </div>
      </section>
    </>
  );
};
