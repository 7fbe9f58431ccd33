import { isValidDid, isValidHandle } from "@atproto/syntax";

/** The maximum length of a text that may be a typing error. */
const maxLength = 512;

const dids = /(?<![\p{L}\p{M}\p{N}_-])did:[a-z]+:[\w.:%-]+(?![\p{L}\p{M}\p{N}])/gu;

/** Matches whole words only: part of `älice.test` or `my_alice.test` would be the handle of another user. */
const handles =
  /(?<![\p{L}\p{M}\p{N}\p{So}_.-])(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z][A-Za-z0-9-]{0,62}(?!\.?[\p{L}\p{M}\p{N}\p{So}_-])/gu;

/** Domains of email providers, where users have no handle. */
const mailboxes = /^(gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|gmx|web|proton|protonmail|aol)\.[a-z.]+$/i;

const handleOrNull = (text: string): string | null => {
  const handle = text.toLowerCase();
  return isValidHandle(handle) && handle.length <= 253 ? handle : null;
};

const ofMailbox = (text: string): string | null | undefined => {
  const [, local, domain] = /^([^\s@]+)\s*@\s*([^\s@]+)$/.exec(text) ?? [];
  if (local === undefined || domain === undefined) return undefined;
  return mailboxes.test(domain) ? null : handleOrNull(`${local}.${domain}`);
};

/** Returns the only handle or DID in a text; null when there is none or more than one. */
const within = (text: string): string | null => {
  const found = (text.match(dids) ?? []).map((did) => did.replace(/[.:%]+$/, "")).filter((did) => isValidDid(did));
  const named = found.length > 0 ? found : (text.match(handles) ?? []).flatMap((handle) => handleOrNull(handle) ?? []);
  const [only, ...others] = new Set(named);
  return only !== undefined && others.length === 0 ? only : null;
};

/** Suggests a handle or DID for a text that is neither: one that it contains, or becomes with ASCII dots. */
export const suggestAccount = (text: string): string | null => {
  if (text.length > maxLength) return null;
  const handle = ofMailbox(text);
  if (handle !== undefined) return handle;
  return within(text) ?? handleOrNull(text.replace(/\s*[.,]\s*/g, "."));
};
