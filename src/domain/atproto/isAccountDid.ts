import { isValidHandle } from "@atproto/syntax";
import type { Did } from "./Did.ts";

const plc = /^did:plc:[a-z2-7]{24}$/;
const web = "did:web:";
const loopback = /^localhost(%3A\d{1,5})?$/;

/** Whether a DID has a form that an account can have: that of `did:plc`, or of `did:web` without a path (AT Protocol, DID). */
export const isAccountDid = (did: Did): boolean => {
  const host = did.startsWith(web) ? did.slice(web.length) : null;
  return host === null ? plc.test(did) : loopback.test(host) || isValidHandle(host);
};
