const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
];

/** How long ago, in the largest unit that fits; null for what is no date, since a record may hold anything. */
const ago = (date) => {
  const seconds = (date.getTime() - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return null;
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return unit === "second" ? "just now" : relative.format(Math.trunc(seconds / size), unit);
};

const make = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const when = (createdAt) => {
  const date = new Date(createdAt);
  const text = ago(date);
  if (text === null) return [];
  return [" · ", make("time", { dateTime: date.toISOString(), title: date.toLocaleString(), textContent: text })];
};

/** A line of the feed: the status, who says so, and since when. */
export const feedLine = ({ actorHandle, createdAt, did, status, appNeutralActorProfileByDid: profile }) => {
  const name = profile?.displayName || actorHandle || did;
  const handle = actorHandle === null ? "" : `@${actorHandle}`;
  return make(
    "li",
    {},
    make("span", { className: "status", textContent: status ?? "?" }),
    make(
      "div",
      { className: "who" },
      make("strong", { textContent: name }),
      make("p", { className: "hint" }, handle, ...when(createdAt))
    )
  );
};
