import { useState } from "react";
import { useMutation, useQuery, useSession, useSubscription } from "../../../sdk/src/react.ts";
import { makeStage, type Stage, same } from "./Stage.tsx";

export const Who = () => {
  const session = useSession();
  const { status } = session;
  return (
    <p>
      <output>
        {status}
        {status === "loggedIn" && ` ${session.user.did} ${session.error?.reason ?? ""}`}
        {status === "failed" && ` ${session.error.reason}`}
      </output>
      <button type="button" onClick={() => void session.login({ handle: "alice.test" })}>
        log in
      </button>
      <button type="button" onClick={() => void session.logout()}>
        log out
      </button>
    </p>
  );
};

export interface Asking {
  readonly options?: Parameters<typeof useQuery>[2];
  readonly first?: number;
}

/** Creates the variables again in every render. */
export const Feed = ({ first = 1, options = {} }: Asking) => {
  const feed = useQuery<string>("{ feed }", { first, nested: { list: [1] } }, options);
  return (
    <p>
      <output>
        {feed.status} {feed.data ?? "nothing"} {feed.status === "failed" && feed.error.reason}{" "}
        {feed.isFetching && "fetching"}
      </output>
      <button type="button" onClick={feed.refetch}>
        again
      </button>
    </p>
  );
};

export interface Following {
  readonly options?: Pick<Parameters<typeof useSubscription>[2], "isPublic" | "skip">;
  readonly first?: number;
}

/** Creates the variables and functions again in every render. */
export const Live = ({ first = 1, options = {} }: Following) => {
  const [events, setEvents] = useState<ReadonlyArray<string>>([]);
  const live = useSubscription<string>(
    "subscription { live }",
    { first, nested: { list: [1] } },
    { ...options, onData: (event, { cursor }) => setEvents([...events, `${event}/${cursor}`]) }
  );
  return (
    <p>
      <output>
        {live.status} {events.join()} {live.status === "failed" && live.error.reason}{" "}
        {live.status === "ended" && live.reason}
      </output>
      <button type="button" onClick={live.restart}>
        restart
      </button>
    </p>
  );
};

/** A query that is continued by a subscription. */
export const LiveFeed = () => {
  const feed = useQuery<string>("{ feed }", undefined, { isPublic: true, withCursor: true });
  useSubscription<string>(
    "subscription { live }",
    { after: feed.cursor },
    {
      isPublic: true,
      skip: feed.cursor === undefined,
      onData: (event) => feed.update((data) => `${data},${event}`)
    }
  );
  return (
    <p>
      <output>
        {feed.status} {feed.data}
      </output>
      <button type="button" onClick={feed.refetch}>
        again
      </button>
    </p>
  );
};

export const Write = () => {
  const [write, state] = useMutation<string>("mutation { write }");
  const [outcome, setOutcome] = useState("");
  return (
    <p>
      <output>
        {state.status} {state.status === "done" && state.data} {state.status === "failed" && state.error.reason}{" "}
        {outcome}
      </output>
      <button type="button" onClick={() => write({ a: 1 }).then((told) => setOutcome(JSON.stringify(told)))}>
        write
      </button>
    </p>
  );
};

/** Creates a stage on which it is known that nobody is logged in. */
export const begin = async (did: string | null = null): Promise<Stage> => {
  const stage = makeStage();
  stage.become(did);
  await stage.show(null);
  await stage.let(() => stage.asked("handleRedirectCallback")[0]?.resolve(null));
  return stage;
};

export const answer = async (stage: Stage, method: "query" | "publicQuery" | "mutate", data: unknown) => {
  const [call, ...more] = stage.asked(method);
  same([call?.method, more.length], [method, 0]);
  await stage.let(() => call?.resolve(data));
};
