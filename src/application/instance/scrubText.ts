/** What is replaced in a text that leaves the machine. */
export interface ScrubOptions {
  /** Values that must not appear: secrets of the environment. */
  readonly secrets: ReadonlyArray<string>;
  /** The home folder of the user, whose path has their name. */
  readonly home: string;
  /** The names of the machines of the instance. */
  readonly machines: ReadonlyArray<string>;
}

/** Shorter values are words of the text, too. */
const leastSecret = 6;

/** Names of machines that are words of any text. */
const plainMachines: ReadonlySet<string> = new Set(["", "localhost", "tidemark"]);

/** Matches the name of a machine as a word of its own. */
const machinePattern = (name: string): RegExp =>
  new RegExp(`(?<![\\w.-])${name.replaceAll(/[^\w-]/g, "\\$&")}(?![\\w-])`, "g");

/** Endings of names that are files, and not hosts. */
const harmlessEndings: ReadonlySet<string> = new Set([
  "ts",
  "js",
  "mjs",
  "json",
  "md",
  "pem",
  "sql",
  "yml",
  "yaml",
  "sock"
]);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Names with dots are hosts and handles, unless they are versions, times or files. Names of Lexicons are replaced too. */
const hideName = (name: string): string => {
  const labels = name.split(".");
  const last = labels.at(-1) ?? "";
  const isVersion = labels.every((label) => /^\d+(?:-.*|Z)?$/.test(label));
  return isVersion || harmlessEndings.has(last.toLowerCase()) ? name : "<name>";
};

/** Long words with digits are tokens, keys, hashes and ids. Those of requests are kept: they belong to one instance. */
const hideWord = (word: string): string => (uuid.test(word) || !/\d/.test(word) ? word : "<token>");

const patterns: ReadonlyArray<readonly [RegExp, string | ((match: string) => string)]> = [
  [/-----BEGIN [^-]+-----[\s\S]*?-----END [^-]+-----/g, "<key>"],
  [/\b(?:setup_|whsec_)\S+/g, "<token>"],
  [/\b(?:Bearer|DPoP|Basic) +[^\s"',]+/gi, "<token>"],
  [/\bat:\/\/[^\s"'<>)\]},]+/g, "<record>"],
  [/\bdid:[a-z0-9]+:[A-Za-z0-9._:%-]+/g, "<did>"],
  [/\b([a-z][a-z0-9+.-]*):\/\/[^\s"'<>)\]},]+/gi, (url) => `${url.slice(0, url.indexOf(":"))}://<address>`],
  [/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "<email>"],
  [/(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g, "<ip>"],
  [/(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4}(?![\w:])/gi, "<ip>"],
  [/(?<![\w/.-])[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+/gi, hideName],
  [/(?<![\w/.-])[A-Za-z0-9_~-]{20,}/g, hideWord]
];

/**
 * Returns a text without secrets of the environment, and without what looks like a DID, an address of a record, a host, a handle,
 * an IP address, a token or a key. It hides too much rather than too little.
 */
export const scrubText = ({ home, machines, secrets }: ScrubOptions): ((text: string) => string) => {
  const hidden = [...new Set(secrets)]
    .filter((secret) => secret.length >= leastSecret)
    .toSorted((left, right) => right.length - left.length);
  const names = machines.filter((name) => !plainMachines.has(name)).map(machinePattern);
  return (text) => {
    const withoutSecrets = hidden.reduce((rest, secret) => rest.replaceAll(secret, "<secret>"), text);
    const withoutHome = home.length > 1 ? withoutSecrets.replaceAll(home, "~") : withoutSecrets;
    const withoutMachines = names.reduce((rest, name) => rest.replaceAll(name, "<machine>"), withoutHome);
    return patterns.reduce(
      (rest, [pattern, by]) => (typeof by === "string" ? rest.replaceAll(pattern, by) : rest.replaceAll(pattern, by)),
      withoutMachines
    );
  };
};
