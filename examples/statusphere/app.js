import { explain } from "./explain.js";
import { feedLine, person } from "./feed.js";
import { rememberedHandle, rememberHandle } from "./rememberedHandle.js";

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
const profile = `appNeutralActorProfileByDid { displayName avatar { url(preset: "avatar") } }`;

const feedQuery = `query Feed($after: String) {
  xyzStatusphereStatus(first: 20, after: $after, ${newestFirst}) {
    nodes { uri status createdAt actorHandle did ${profile} }
    pageInfo { hasNextPage endCursor }
  }
  viewer { did handle ${profile} xyzStatusphereStatusByDid(first: 1, ${newestFirst}) { nodes { status } } }
}`;

const setStatus = `mutation SetStatus($status: String!, $createdAt: DateTime!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: $createdAt }) { uri }
}`;

const configuration = await fetch("config.json").then((response) => response.json());
const { createClient } = await import(`${configuration.server}/sdk.js`);
const client = createClient(configuration);

const element = (id) => document.getElementById(id);
let earlierThan = null;
let isBusy = false;

const showMessage = (kind, text) => {
  element("problem").textContent = kind === "problem" ? text : "";
  element("news").textContent = kind === "news" ? text : "";
};
const fail = (error) => showMessage("problem", explain(error));

const showViewer = (viewer) => {
  element("login").hidden = viewer !== null;
  element("me").hidden = viewer === null;
  if (viewer === null) return;
  const { appNeutralActorProfileByDid: profile, did, handle, xyzStatusphereStatusByDid: statuses } = viewer;
  element("name").textContent = profile?.displayName || handle || did;
  element("account").replaceChildren(...person({ did, handle, profile }));
  for (const button of element("choices").children)
    button.ariaPressed = String(button.value === statuses.nodes[0]?.status);
};

/** Queries the feed as the logged-in user, otherwise without credentials. The result differs only in `viewer`. */
const queryFeed = (variables) => (client.isAuthenticated() ? client.query : client.publicQuery)(feedQuery, variables);

const load = async (after = null) => {
  element("feed").ariaBusy = "true";
  try {
    const { viewer, xyzStatusphereStatus: statuses } = await queryFeed({ after });
    const lines = statuses.nodes.map(feedLine);
    if (after === null) element("feed").replaceChildren(...lines);
    else element("feed").append(...lines);
    earlierThan = statuses.pageInfo.endCursor;
    element("earlier").hidden = !statuses.pageInfo.hasNextPage;
    element("empty").hidden = element("feed").children.length > 0;
    element("again").hidden = true;
    showViewer(viewer);
    return lines[0];
  } catch (error) {
    element("again").hidden = error.reason === "login_expired";
    if (!client.isAuthenticated()) showViewer(null);
    throw error;
  } finally {
    element("loading").hidden = true;
    element("feed").ariaBusy = "false";
  }
};

/** Runs one action at a time: a second click while the first is in progress does nothing. */
const once = (action) => async (event) => {
  event?.preventDefault();
  if (isBusy) return;
  isBusy = true;
  document.body.ariaBusy = "true";
  showMessage("news", "");
  await action(event).catch(fail);
  document.body.ariaBusy = "false";
  isBusy = false;
};

const choose = once(async ({ currentTarget: { title, value } }) => {
  await client.mutate(setStatus, { status: value, createdAt: new Date().toISOString() });
  await load();
  showMessage("news", `Your status is now ${value} ${title}.`);
});

const logIn = once(async () => {
  const handle = element("handle").value.trim();
  rememberHandle(handle);
  await client.loginWithRedirect({ handle });
});

const logOut = once(async () => {
  await client.logout();
  element("handle").focus();
});

const showEarlier = once(async () => {
  const first = await load(earlierThan);
  // The button may have disappeared, so keyboard focus moves to the first new line.
  first?.setAttribute("tabindex", "-1");
  first?.focus({ preventScroll: true });
});

const choice = ([mood, title]) => {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", value: mood, title, textContent: mood, className: "pebble" });
  Object.assign(button, { ariaLabel: title, ariaPressed: "false" });
  button.addEventListener("click", choose);
  return button;
};

element("choices").replaceChildren(...[...moods].map(choice));
element("login").addEventListener("submit", logIn);
element("logout").addEventListener("click", logOut);
element("earlier").addEventListener("click", showEarlier);
element("again").addEventListener(
  "click",
  once(() => load())
);

// Another tab may log in or out, a login may end, and others may set their status.
client.onChange((user) => {
  if (user === null) showViewer(null);
  load().catch(fail);
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && !isBusy) load().catch(fail);
});

element("handle").value = rememberedHandle();
const problem = await client.handleRedirectCallback().then(
  () => null,
  (error) => error
);
await load().catch(fail);
if (problem !== null) fail(problem);
