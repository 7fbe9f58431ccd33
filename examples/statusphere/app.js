import { makeSession } from "./session.js";

const moods = ["😀", "😎", "🥳", "🤔", "😴", "😭", "🤯", "🚀", "🌊", "☕", "🍕", "🐢"];

const feedQuery = `query Feed($first: Int!) {
  xyzStatusphereStatus(first: $first, sortBy: [{ field: createdAt, direction: DESC }]) {
    edges { node { uri status createdAt actorHandle did appNeutralActorProfileByDid { displayName } } }
  }
  viewer { did handle appNeutralActorProfileByDid { displayName } }
}`;

const setStatus = `mutation Set($status: String!, $createdAt: DateTime!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: $createdAt }) { uri }
}`;

const element = (id) => document.getElementById(id);

const show = (problem) => {
  element("problem").textContent = problem instanceof TypeError ? "The server cannot be reached." : problem.message;
  element("problem").hidden = false;
};

const attempt = (action) => async (event) => {
  event?.preventDefault();
  element("problem").hidden = true;
  await action(event).catch(show);
};

const line = ({ status, createdAt, actorHandle, did, appNeutralActorProfileByDid: profile }) => {
  const item = document.createElement("li");
  const mood = Object.assign(document.createElement("span"), { className: "status", textContent: status });
  const name = Object.assign(document.createElement("strong"), { textContent: profile?.displayName ?? actorHandle ?? did });
  const time = Object.assign(document.createElement("time"), { dateTime: createdAt, textContent: new Date(createdAt).toLocaleString() });
  const who = Object.assign(document.createElement("div"), { className: "name" });
  who.append(name, document.createElement("br"), time);
  item.append(mood, who);
  return item;
};

const session = makeSession(await (await fetch("config.json")).json());

const refresh = async () => {
  const { xyzStatusphereStatus: statuses, viewer } = await session.graphql(feedQuery, { first: 20 });
  const nodes = statuses.edges.map((edge) => edge.node);
  element("feed").replaceChildren(...nodes.map(line));
  element("feed").ariaBusy = "false";
  element("empty").hidden = nodes.length > 0;
  element("login").hidden = viewer !== null;
  element("me").hidden = viewer === null;
  element("who").textContent = viewer?.appNeutralActorProfileByDid?.displayName ?? viewer?.handle ?? viewer?.did ?? "";
  const mine = nodes.find((node) => node.did === viewer?.did)?.status;
  for (const button of element("choices").children) button.ariaPressed = String(button.textContent === mine);
};

const choose = (mood) =>
  attempt(async ({ target }) => {
    target.disabled = true;
    await session
      .graphql(setStatus, { status: mood, createdAt: new Date().toISOString() })
      .finally(() => (target.disabled = false));
    await refresh();
  });

for (const mood of moods) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: mood });
  button.addEventListener("click", choose(mood));
  element("choices").append(button);
}

element("login").addEventListener("submit", attempt(() => session.login(element("handle").value.trim())));
element("logout").addEventListener(
  "click",
  attempt(async () => {
    session.logout();
    await refresh();
  })
);

await attempt(session.finish)();
const problem = element("problem").hidden ? null : element("problem").textContent;
await attempt(refresh)();
if (problem !== null && element("problem").hidden) show(new Error(problem));
