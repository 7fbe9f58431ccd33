const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
];

/** Formats a time as a relative one, in the largest fitting unit; null for an invalid date, because a record may contain anything. */
const ago = (date) => {
  const seconds = (date.getTime() - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return null;
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return unit === "second" ? "just now" : relative.format(Math.trunc(seconds / size), unit);
};

/** Creates an element. Text is always inserted as text, so nothing that others wrote becomes markup. */
const make = (name, properties, ...children) => {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
};

const when = (createdAt) => {
  const date = new Date(createdAt);
  const text = ago(date);
  if (text === null) return [];
  return [" ", make("time", { dateTime: date.toISOString(), title: date.toLocaleString(), textContent: text })];
};

/** Only https pictures are loaded. */
const isPicture = (url) => typeof url === "string" && URL.parse(url)?.protocol === "https:";

const hueOf = (text) => [...text].reduce((hue, letter) => (hue * 31 + letter.codePointAt(0)) % 360, 7);

/** The picture of a user, or the first letter of their name until it has loaded. */
const avatar = (did, name, url) => {
  const circle = make("span", { className: "avatar", ariaHidden: "true" }, [...name.trim()][0]?.toUpperCase() ?? "?");
  circle.style.setProperty("--hue", hueOf(did));
  if (!isPicture(url)) return circle;
  const picture = make("img", { alt: "", width: 44, height: 44, decoding: "async", referrerPolicy: "no-referrer" });
  picture.addEventListener("load", () => circle.replaceChildren(picture));
  picture.src = url;
  return circle;
};

/** A user: picture, name and handle. */
export const person = ({ did, handle, profile }, ...more) => {
  const name = profile?.displayName || handle || did;
  const at = handle === null ? "" : `@${handle}`;
  return [
    avatar(did, name, profile?.avatar?.url),
    make(
      "span",
      { className: "who" },
      make("strong", { textContent: name }),
      make("span", { className: "hint" }, at, ...more)
    )
  ];
};

/** A line of the feed: the user, the time and the status. */
export const feedLine = ({ actorHandle, appNeutralActorProfileByDid: profile, createdAt, did, status, uri }) => {
  const line = make(
    "li",
    {},
    ...person({ did, handle: actorHandle, profile }, ...when(createdAt)),
    make("span", { className: "pebble", textContent: status ?? "?" })
  );
  Object.assign(line.dataset, { uri, createdAt });
  return line;
};
