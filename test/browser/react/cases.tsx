import { answer, begin, Feed, Live, LiveFeed, Who, Write } from "./components.tsx";
import { failure } from "./FakeClient.ts";
import { Boundary, makeStage, same } from "./Stage.tsx";

/** The test cases of the React entry in a browser, by title. */
export const cases: Readonly<Record<string, () => Promise<void>>> = {
  "completes the login once, although StrictMode mounts twice": async () => {
    const stage = makeStage();
    await stage.show([<Who key="1" />, <Who key="2" />]);
    same(stage.text(), "loading loading");
    const calls = stage.asked("handleRedirectCallback");
    same(calls.length, 1);
    stage.become("did:plc:alice");
    await stage.let(() => calls[0]?.resolve({ did: "did:plc:alice" }));
    same(stage.text(), "loggedIn did:plc:alice loggedIn did:plc:alice");
    await stage.show(null);
    await stage.show(<Who />);
    same([stage.text(), stage.asked("handleRedirectCallback").length], ["loggedIn did:plc:alice", 0]);
  },

  "reports why nobody is logged in, and clears it when a user logs in": async () => {
    const stage = makeStage();
    await stage.show(<Who />);
    await stage.let(() => stage.asked("handleRedirectCallback")[0]?.reject(failure("login_refused")));
    same(stage.text(), "failed login_refused");
    await stage.let(() => stage.become("did:plc:alice"));
    same(stage.text(), "loggedIn did:plc:alice");
  },

  "keeps the user logged in when another login is refused": async () => {
    const stage = makeStage();
    stage.become("did:plc:alice");
    await stage.show(<Who />);
    await stage.let(() => stage.asked("handleRedirectCallback")[0]?.reject(failure("login_refused")));
    same(stage.text(), "loggedIn did:plc:alice login_refused");
  },

  "logs in and out, and reports failures": async () => {
    const stage = await begin();
    await stage.show(<Who />);
    await stage.click("log in");
    await stage.let(() => stage.asked("loginWithRedirect")[0]?.reject(failure("storage_unavailable")));
    same(stage.text(), "failed storage_unavailable");
    await stage.let(() => stage.become("did:plc:alice"));
    await stage.click("log out");
    await stage.let(() => stage.asked("logout")[0]?.reject(failure("storage_unavailable")));
    same(stage.text(), "loggedIn did:plc:alice storage_unavailable");
    await stage.click("log out");
    await stage.let(() => {
      stage.become(null);
      stage.asked("logout")[0]?.resolve({ revoked: true });
    });
    same(stage.text(), "loggedOut");
  },

  "notices what another tab did while not subscribed, and unsubscribes in the end": async () => {
    const stage = await begin();
    same(stage.watchers(), 1);
    await stage.leave();
    same(stage.watchers(), 0);
    stage.become("did:plc:alice");
    await stage.show(<Who />);
    same(
      [stage.text(), stage.watchers(), stage.asked("handleRedirectCallback").length],
      ["loggedIn did:plc:alice", 1, 0]
    );
  },

  "queries once the session is known: without a user, as a user, and without one again": async () => {
    const stage = makeStage();
    await stage.show(<Feed />);
    same([stage.text(), stage.calls.length], ["loading nothing", 1]);
    await stage.let(() => stage.asked("handleRedirectCallback")[0]?.resolve(null));
    same(stage.text(), "loading nothing fetching");
    await answer(stage, "publicQuery", "of all");
    same(stage.text(), "done of all");
    await stage.let(() => stage.become("did:plc:alice"));
    same(stage.text(), "loading nothing fetching");
    await answer(stage, "query", "of alice");
    same(stage.text(), "done of alice");
    await stage.let(() => stage.become(null));
    same(stage.text(), "loading nothing fetching");
    await answer(stage, "publicQuery", "of all");
    await stage.let(() => stage.become("did:plc:bob"));
    same(stage.text(), "loading nothing fetching");
  },

  "never shows a user the result of another one, however late the notification arrives": async () => {
    const stage = await begin("did:plc:alice");
    await stage.show(<Feed />);
    await stage.let(() => stage.becomeUnheard("did:plc:bob"));
    await answer(stage, "query", "of bob");
    same(stage.text(), "loading nothing fetching");
    await stage.let(() => stage.become("did:plc:bob"));
    await answer(stage, "query", "of bob, who asks");
    same(stage.text(), "done of bob, who asks");
  },

  "sends a public query without waiting for the session": async () => {
    const stage = makeStage();
    await stage.show(<Feed options={{ isPublic: true }} />);
    await answer(stage, "publicQuery", "of all");
    same(stage.text(), "done of all");
    await stage.let(() => stage.become("did:plc:alice"));
    same([stage.text(), stage.asked("query").length], ["done of all", 0]);
  },

  "sends equal queries once, and skipped ones not at all": async () => {
    const stage = await begin();
    await stage.show([
      <Feed key="1" />,
      <Feed key="2" />,
      <Feed key="3" first={2} />,
      <Feed key="4" first={3} options={{ skip: true }} />
    ]);
    const calls = stage.asked("publicQuery");
    same(
      calls.map(({ document, variables }) => [document, variables]),
      [1, 2].map((first) => ["{ feed }", { first, nested: { list: [1] } }])
    );
    await stage.let(() => calls[0]?.resolve("one"));
    same(stage.text(), "done one done one loading nothing fetching loading nothing");
    await stage.show([<Feed key="1" />, <Feed key="2" />]);
    same([stage.asked("publicQuery").length, calls[1]?.signal?.aborted], [0, true]);
  },

  "aborts the request of an unmounted component, and discards its result": async () => {
    const stage = await begin();
    await stage.show(<Feed />);
    const [call] = stage.asked("publicQuery");
    same(call?.signal?.aborted, false);
    await stage.show(null);
    same(call?.signal?.aborted, true);
    await stage.show(<Feed />);
    same(stage.text(), "loading nothing fetching");
    await answer(stage, "publicQuery", "anew");
    await stage.show(null);
    await stage.show(<Feed />);
    same(stage.text(), "loading nothing fetching");
  },

  "keeps the previous data if requested": async () => {
    const stage = await begin();
    await stage.show(<Feed options={{ keepPrevious: true }} />);
    await answer(stage, "publicQuery", "one");
    await stage.show(<Feed first={2} options={{ keepPrevious: true }} />);
    same(stage.text(), "loading one fetching");
    await answer(stage, "publicQuery", "two");
    same(stage.text(), "done two");
  },

  "queries again after a mutation, and shows no earlier result": async () => {
    const stage = await begin("did:plc:alice");
    await stage.show([<Feed key="feed" />, <Write key="write" />]);
    await answer(stage, "query", "old");
    await stage.click("again");
    const [slow] = stage.asked("query");
    await stage.click("write");
    same(stage.text(), "done old fetching running");
    await answer(stage, "mutate", "written");
    same(slow?.signal?.aborted, true);
    await stage.let(() => slow?.resolve("old, and late"));
    same(stage.text().startsWith("done old fetching done"), true);
    await answer(stage, "query", "new");
    same(stage.text().startsWith("done new done"), true);
  },

  "returns why a mutation failed, and queries again, because it may have been carried out": async () => {
    const stage = await begin("did:plc:alice");
    await stage.show([<Feed key="feed" />, <Write key="write" />]);
    await answer(stage, "query", "old");
    await stage.click("write");
    await stage.let(() => stage.asked("mutate")[0]?.reject(failure("unreachable")));
    same(stage.text().startsWith("done old fetching failed unreachable"), true);
    same(stage.asked("query").length, 1);
  },

  "shows the last of several mutations, in whatever order they complete": async () => {
    const stage = await begin("did:plc:alice");
    await stage.show(<Write />);
    await stage.click("write");
    await stage.click("write");
    const [first, second] = stage.asked("mutate");
    await stage.let(() => second?.resolve("second"));
    await stage.let(() => first?.resolve("first"));
    same(stage.text().startsWith("done second"), true);
  },

  "continues a mutation after its component unmounts": async () => {
    const stage = await begin("did:plc:alice");
    await stage.show(<Write />);
    await stage.click("write");
    const [call] = stage.asked("mutate");
    await stage.show(<Feed />);
    await answer(stage, "query", "old");
    same(call?.signal?.aborted ?? false, false);
    await stage.let(() => call?.resolve("written"));
    same(stage.asked("query").length, 1);
  },

  "keeps the data when a refetch fails, and reports why": async () => {
    const stage = await begin();
    await stage.show(<Feed />);
    await answer(stage, "publicQuery", "old");
    await stage.click("again");
    await stage.let(() => stage.asked("publicQuery")[0]?.reject(failure("unavailable")));
    same(stage.text(), "failed old unavailable");
    await stage.click("again");
    same(stage.text(), "failed old unavailable fetching");
    await answer(stage, "publicQuery", "new");
    same(stage.text(), "done new");
  },

  "throws for an error boundary if requested, and queries again after it": async () => {
    const stage = await begin();
    const shown = (
      <Boundary>
        <Feed options={{ throwOnError: true }} />
      </Boundary>
    );
    await stage.show(shown);
    await stage.let(() => stage.asked("publicQuery")[0]?.reject(failure("unavailable")));
    same(stage.text(), "TidemarkError: It is unavailable.");
    await stage.click("TidemarkError: It is unavailable.");
    same(stage.text(), "loading nothing fetching");
    await answer(stage, "publicQuery", "new");
    same(stage.text(), "done new");
  },

  "throws an error that is not from the SDK, but a mistake in the program": async () => {
    const stage = await begin();
    await stage.show(
      <Boundary>
        <Feed />
      </Boundary>
    );
    await stage.let(() => stage.asked("publicQuery")[0]?.reject(new TypeError("a mistake")));
    same(stage.text(), "TypeError: a mistake");
  },

  "notices through a query or a mutation that the login has ended": async () => {
    for (const method of ["query", "mutate"] as const) {
      const stage = await begin("did:plc:alice");
      await stage.show([<Who key="who" />, method === "query" ? <Feed key="feed" /> : <Write key="write" />]);
      if (method === "mutate") await stage.click("write");
      await stage.let(() => {
        // Like the client, which deletes the login first.
        stage.become(null);
        stage.asked(method)[0]?.reject(failure("login_expired"));
      });
      same(stage.text().startsWith("failed login_expired"), true);
    }
  },

  "does not end the next login because of the previous one": async () => {
    const stage = await begin("did:plc:alice");
    await stage.show([<Who key="who" />, <Write key="write" />]);
    await stage.click("write");
    await stage.let(() => {
      stage.become("did:plc:bob");
      stage.asked("mutate")[0]?.reject(failure("login_expired"));
    });
    same(stage.text().startsWith("loggedIn did:plc:bob failed login_expired"), true);
  },

  "subscribes while it is mounted, with the functions of the last render": async () => {
    const stage = await begin();
    await stage.show(<Live />);
    // StrictMode mounts twice.
    const open = () => stage.subscriptions.filter(({ isEnded }) => !isEnded);
    const [live, ...more] = open();
    same(
      [more.length, live?.method, live?.document, live?.variables],
      [0, "publicSubscribe", "subscription { live }", { first: 1, nested: { list: [1] } }]
    );
    same(stage.text(), "connecting");
    await stage.let(() => live?.options.onStatus?.("live"));
    await stage.let(() => live?.options.onData("one", { cursor: "1" }));
    await stage.let(() => live?.options.onData("two", { cursor: "2" }));
    same(stage.text(), "live one/1,two/2");
    await stage.let(() => live?.options.onStatus?.("connecting"));
    same(stage.text(), "connecting one/1,two/2");
    same(open().length, 1);
    await stage.show(<Live first={2} />);
    same(
      open().map(({ variables }) => variables),
      [{ first: 2, nested: { list: [1] } }]
    );
    await stage.show(<Live options={{ skip: true }} />);
    same(open().length, 0);
    await stage.show(<Live />);
    await stage.show(null);
    same(open().length, 0);
  },

  "subscribes as the logged-in user once the session is known, and again as the next one": async () => {
    const stage = makeStage();
    stage.become("did:plc:alice");
    await stage.show([<Live key="1" />, <Live key="2" options={{ isPublic: true }} />]);
    const open = () => stage.subscriptions.filter(({ isEnded }) => !isEnded).map(({ method }) => method);
    same(open(), ["publicSubscribe"]);
    await stage.let(() => stage.asked("handleRedirectCallback")[0]?.resolve(null));
    same(open(), ["publicSubscribe", "subscribe"]);
    const alice = stage.subscriptions.at(-1);
    await stage.let(() => stage.become("did:plc:bob"));
    same([alice?.isEnded, open()], [true, ["publicSubscribe", "subscribe"]]);
    await stage.let(() => stage.become(null));
    same(open(), ["publicSubscribe", "publicSubscribe"]);
  },

  "reports why a subscription ended, and starts it again": async () => {
    const stage = await begin("did:plc:alice");
    await stage.show(<Live />);
    await stage.let(() => {
      stage.subscriptions.at(-1)?.options.onError(failure("graphql"));
      stage.subscriptions.at(-1)?.options.onEnd?.("failed");
    });
    same(stage.text(), "failed graphql");
    const before = stage.subscriptions.length;
    await stage.click("restart");
    same([stage.subscriptions.length, stage.text()], [before + 1, "connecting"]);
    await stage.let(() => stage.subscriptions.at(-1)?.options.onEnd?.("completed"));
    same(stage.text(), "ended completed");
  },

  "notices through a subscription that the login has ended": async () => {
    const stage = await begin("did:plc:alice");
    await stage.show([<Who key="who" />, <Live key="live" />]);
    const live = stage.subscriptions.at(-1);
    await stage.let(() => {
      stage.become(null);
      live?.options.onError(failure("login_expired"));
      live?.options.onEnd?.("logged_out");
    });
    same(stage.text().startsWith("failed login_expired"), true);
  },

  "continues a query, and each new result of it, by a subscription that changes the data": async () => {
    const stage = await begin();
    await stage.show(<LiveFeed />);
    same(stage.subscriptions.length, 0);
    const answerWith = async (data: string, cursor: string) => {
      const [call] = stage.asked("publicQuery");
      await stage.let(() => {
        call?.onCursor?.(cursor);
        call?.resolve(data);
      });
    };
    const open = () => stage.subscriptions.filter(({ isEnded }) => !isEnded).map(({ variables }) => variables);
    await answerWith("one", "1");
    same([stage.text(), open()], ["done one", [{ after: "1" }]]);
    await stage.let(() => stage.subscriptions.at(-1)?.options.onData("two", { cursor: "2" }));
    same([stage.text(), open()], ["done one,two", [{ after: "1" }]]);
    await stage.click("again");
    await stage.let(() => stage.subscriptions.at(-1)?.options.onData("three", { cursor: "3" }));
    same(stage.text(), "done one,two,three");
    await answerWith("all", "4");
    same([stage.text(), open()], ["done all", [{ after: "4" }]]);
  },

  "hydrates what a server has rendered": async () => {
    const stage = makeStage();
    const html = await stage.hydrate([<Who key="who" />, <Feed key="feed" options={{ isPublic: true }} />]);
    same(/loading.*loading/.test(html), true);
    same([stage.asked("handleRedirectCallback").length, stage.asked("publicQuery").length], [1, 1]);
  }
};

Object.assign(globalThis, { cases });
