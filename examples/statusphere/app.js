import { feedLine } from "./feed.js";
import { LoginEnded, makeSession } from "./session.js";

const moods = new Map([
  ["😀", "happy"],
  ["😎", "cool"],
  ["🥳", "celebrating"],
  ["🤔", "thinking"],
  ["😴", "sleepy"],
  ["😭", "crying"],
  ["🤯", "amazed"],
  ["🚀", "taking off"],
  ["🌊", "at the sea"],
  ["☕", "having a coffee"],
  ["🍕", "eating pizza"],
  ["🐢", "taking it slowly"]
]);

const newestFirst = "sortBy: [{ field: createdAt, direction: DESC }]";

const feedQuery = `query Feed($after: String) {
  xyzStatusphereStatus(first: 20, after: $after, ${newestFirst}) {
    nodes { uri status createdAt actorHandle did appNeutralActorProfileByDid { displayName } }
    pageInfo { hasNextPage endCursor }
  }
  viewer {
    did
    handle
    appNeutralActorProfileByDid { displayName }
    xyzStatusphereStatusByDid(first: 1, ${newestFirst}) { nodes { status } }
  }
}`;

const setStatus = `mutation SetStatus($status: String!, $createdAt: DateTime!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: $createdAt }) { uri }
}`;

const element = (id) => document.getElementById(id);
let session;
let earlierThan = null;
let isBusy = false;

const tell = (kind, text) => {
  element("problem").textContent = kind === "problem" ? text : "";
  element("news").textContent = kind === "news" ? text : "";
};

const showViewer = (viewer) => {
  element("login").hidden = viewer !== null;
  element("me").hidden = viewer === null;
  if (viewer === null) return;
  element("name").textContent = viewer.appNeutralActorProfileByDid?.displayName || viewer.handle || viewer.did;
  const current = viewer.xyzStatusphereStatusByDid.nodes[0]?.status;
  for (const button of element("choices").children) button.ariaPressed = String(button.value === current);
};

const load = async (after = null) => {
  element("feed").ariaBusy = "true";
  try {
    const { xyzStatusphereStatus: statuses, viewer } = await session.graphql(feedQuery, { after });
    const lines = statuses.nodes.map(feedLine);
    if (after === null) element("feed").replaceChildren(...lines);
    else element("feed").append(...lines);
    earlierThan = statuses.pageInfo.endCursor;
    element("earlier").hidden = !statuses.pageInfo.hasNextPage;
    element("empty").hidden = element("feed").children.length > 0;
    element("again").hidden = true;
    showViewer(viewer);
  } catch (error) {
    element("again").hidden = false;
    throw error;
  } finally {
    element("loading").hidden = true;
    element("feed").ariaBusy = "false";
  }
};

const fail = async (error) => {
  tell("problem", error.message);
  if (error instanceof LoginEnded) await load().catch(() => {});
};

/** One thing at a time: a second click while the first is under way does nothing. */
const once = (action) => async (event) => {
  event.preventDefault();
  if (isBusy) return;
  isBusy = true;
  document.body.ariaBusy = "true";
  tell("news", "");
  await action(event).catch(fail);
  document.body.ariaBusy = "false";
  isBusy = false;
};

const choose = once(async ({ currentTarget: { value, title } }) => {
  await session.graphql(setStatus, { status: value, createdAt: new Date().toISOString() });
  await load();
  tell("news", `Your status is now ${value} ${title}.`);
});

const logIn = once(async () => {
  const handle = element("handle").value.trim().replace(/^@/, "");
  tell("news", "Taking you to your own server ...");
  await session.login(handle);
});

const logOut = once(async () => {
  await session.logout();
  await load();
  tell("news", "You are logged out here.");
  element("handle").focus();
});

const choice = ([mood, title]) => {
  const button = document.createElement("button");
  Object.assign(button, {
    type: "button",
    value: mood,
    title,
    textContent: mood,
    ariaLabel: title,
    ariaPressed: "false"
  });
  button.addEventListener("click", choose);
  return button;
};

/** What is left of a login that ends with this visit. */
const finishLogin = async () => {
  const finished = await session.finish();
  if (finished === null) return;
  const { description, error, handle } = finished;
  element("handle").value = handle;
  if (error !== null) tell("problem", `You are not logged in. ${description ?? error}.`);
};

const start = async () => {
  const configuration = await fetch("config.json").then((response) => response.json());
  session = makeSession(configuration);
  element("choices").replaceChildren(...[...moods].map(choice));
  element("login").addEventListener("submit", logIn);
  element("logout").addEventListener("click", logOut);
  element("earlier").addEventListener(
    "click",
    once(() => load(earlierThan))
  );
  element("again").addEventListener(
    "click",
    once(() => load())
  );
  await finishLogin().catch(fail);
  await load();
  // Another tab may have logged in or out, and others have set their status meanwhile.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && !isBusy) load().catch(fail);
  });
};

// A browser shows the page as it was left, when somebody comes back to it from their server.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

await start().catch(fail);
