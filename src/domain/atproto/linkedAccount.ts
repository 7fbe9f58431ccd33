import { isValidDid, isValidHandle } from "@atproto/syntax";
import { cleanAccountName } from "./cleanAccountName.ts";

/** What a URL refers to: an account by the name in it, a PDS by its origin, or a web client without an account. */
export type Linked =
  | { readonly _tag: "Account"; readonly name: string }
  | { readonly _tag: "Server"; readonly origin: string }
  | { readonly _tag: "WebClient" };

/**
 * Hosts of web clients and record browsers, none of which is a PDS. There, any account name in the URL counts; at other
 * hosts only a name after `/profile/` or `@`, and any DID.
 */
const webClients: ReadonlySet<string> = new Set([
  "anisota.net",
  "atp.tools",
  "blacksky.community",
  "bsky.app",
  "catsky.social",
  "clearsky.app",
  "deck.blue",
  "deer.social",
  "flushes.app",
  "frontpage.fyi",
  "fxbsky.app",
  "klearsky.pages.dev",
  "linkat.blue",
  "main.bsky.dev",
  "pdsls.dev",
  "reddwarf.app",
  "rocksky.app",
  "smokesignal.events",
  "staging.bsky.app",
  "tangled.org",
  "tangled.sh",
  "tokimeki.blue",
  "whtwnd.com",
  "witchsky.app"
]);

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const isName = (text: string): boolean => isValidDid(text) || isValidHandle(text);

const isWebClient = ({ hostname }: URL): boolean => webClients.has(hostname.replace(/^www\./, ""));

/** Returns the name of an account in a URL, or null. */
const nameIn = (url: URL): string | null => {
  const segments = `${url.pathname}/${url.hash.slice(1)}`.split("/").map(decoded);
  const names = segments.flatMap((segment, index) => {
    const name = cleanAccountName(segment);
    if (isValidDid(name)) return name;
    const says = isWebClient(url) || segments[index - 1] === "profile" || segment.startsWith("@");
    return says && isValidHandle(name) ? name : [];
  });
  return names[0] ?? null;
};

const ofUrl = (url: URL): Linked => {
  const name = nameIn(url);
  if (name !== null) return { _tag: "Account", name };
  return isWebClient(url) ? { _tag: "WebClient" } : { _tag: "Server", origin: url.origin };
};

/** Returns the authority of an AT URI and ignores the rest (AT Protocol, AT URI). */
const authorityOf = (text: string): string =>
  decoded(text.slice("at://".length).split("/")[0] ?? "").replace(/^@+/, "");

/**
 * Parses a URL without a scheme, as browsers display it: a profile, or a name followed by a slash. A PDS requires a
 * scheme.
 */
const ofBareAddress = (text: string): Linked | null => {
  const [host = "", ...path] = text.split("/");
  if (isName(host) && path.every((segment) => segment === "")) return { _tag: "Account", name: host };
  if (!isValidHandle(host) || !URL.canParse(`https://${text}`)) return null;
  const linked = ofUrl(new URL(`https://${text}`));
  return linked._tag === "Server" ? null : linked;
};

/** Parses an AT URI, the link to a profile, or the URL of a PDS; null for any other text. */
export const linkedAccount = (text: string): Linked | null => {
  if (/^at:\/\//i.test(text)) return { _tag: "Account", name: authorityOf(text) };
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? ofUrl(new URL(text)) : null;
  return text.includes("/") ? ofBareAddress(text) : null;
};
