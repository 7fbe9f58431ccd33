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

const line = `uri status createdAt actorHandle did ${profile}`;

const feedQuery = `query Feed($after: String) {
  xyzStatusphereStatus(first: 20, after: $after, ${newestFirst}) {
    nodes { ${line} }
    pageInfo { hasNextPage endCursor }
  }
  viewer { did handle ${profile} xyzStatusphereStatusByDid(first: 1, ${newestFirst}) { nodes { status } } }
}`;

const setStatus = `mutation SetStatus($status: String!, $createdAt: DateTime!) {
  status: createXyzStatusphereStatus(input: { status: $status, createdAt: $createdAt }) { ${line} }
}`;

const created = `subscription ($after: String) { status: xyzStatusphereStatusCreated(after: $after) { ${line} } }`;
const updated = `subscription ($after: String) { status: xyzStatusphereStatusUpdated(after: $after) { ${line} } }`;
const deleted = `subscription ($after: String) { status: xyzStatusphereStatusDeleted(after: $after) { uri } }`;

const configuration = await fetch("config.json").then((response) => response.json());
const { createClient } = await import(`${configuration.server}/sdk.js`);
const client = createClient(configuration);

const element = (id) => document.getElementById(id);
let earlierThan = null;
let isBusy = false;
let stopFollowing = () => {};

const showMessage = (kind, text) => {
  element("problem").textContent = kind === "problem" ? text : "";
  element("news").textContent = kind === "news" ? text : "";
};
const fail = (error) => showMessage("problem", explain(error));

const showChoice = (status) => {
  for (const button of element("choices").children) button.ariaPressed = String(button.value === status);
};

const showViewer = (viewer) => {
  element("login").hidden = viewer !== null;
  element("me").hidden = viewer === null;
  if (viewer === null) return;
  const { appNeutralActorProfileByDid: profile, did, handle, xyzStatusphereStatusByDid: statuses } = viewer;
  element("name").textContent = profile?.displayName || handle || did;
  element("account").replaceChildren(...person({ did, handle, profile }));
  showChoice(statuses.nodes[0]?.status);
};

/** Queries the feed as the logged-in user, otherwise without credentials. The result differs only in `viewer`. */
const queryFeed = (variables, options) =>
  (client.isAuthenticated() ? client.query : client.publicQuery)(feedQuery, variables, options);

const lineOf = ({ uri }) => [...element("feed").children].find((line) => line.dataset.uri === uri);
const showWhetherEmpty = () => {
  element("empty").hidden = element("feed").children.length > 0;
};

/** Shows a status in its place, unless it is on a later page, or is shown already. */
const showCreated = ({ status }) => {
  if (status.did === client.getUser()?.did) showChoice(status.status);
  if (lineOf(status) !== undefined) return;
  const created = Date.parse(status.createdAt);
  const next = [...element("feed").children].find((line) => Date.parse(line.dataset.createdAt) <= created);
  if (next !== undefined) next.before(feedLine(status));
  else if (element("earlier").hidden) element("feed").append(feedLine(status));
  showWhetherEmpty();
};
const showUpdated = ({ status }) => lineOf(status)?.replaceWith(feedLine(status));
const showDeleted = ({ status }) => {
  lineOf(status)?.remove();
  showWhetherEmpty();
};

/** Follows what others do, from where the shown feed ends. If that is no longer possible, the feed is loaded again. */
const follow = (after) => {
  stopFollowing();
  const controller = new AbortController();
  stopFollowing = () => controller.abort();
  const onError = (error) => {
    if (error.code?.includes("CURSOR")) load().catch(fail);
    else fail(error);
  };
  const changes = [
    [created, showCreated],
    [updated, showUpdated],
    [deleted, showDeleted]
  ];
  for (const [document, onData] of changes)
    client.publicSubscribe(document, { after }, { onData, onError, signal: controller.signal });
};

const load = async (after = null) => {
  element("feed").ariaBusy = "true";
  try {
    let cursor = null;
    const onCursor = (received) => {
      cursor = received;
    };
    const options = after === null ? { onCursor } : {};
    const { viewer, xyzStatusphereStatus: statuses } = await queryFeed({ after }, options);
    const lines = statuses.nodes.map(feedLine);
    if (after === null) element("feed").replaceChildren(...lines);
    else element("feed").append(...lines);
    if (cursor !== null) follow(cursor);
    earlierThan = statuses.pageInfo.endCursor;
    element("earlier").hidden = !statuses.pageInfo.hasNextPage;
    showWhetherEmpty();
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
  showCreated(await client.mutate(setStatus, { status: value, createdAt: new Date().toISOString() }));
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

// Another tab may log in or out, and a login may end.
client.onChange((user) => {
  if (user === null) showViewer(null);
  load().catch(fail);
});

element("handle").value = rememberedHandle();
const problem = await client.handleRedirectCallback().then(
  () => null,
  (error) => error
);
await load().catch(fail);
if (problem !== null) fail(problem);
