import { IdentityUnresolvable } from "../../domain/identity/IdentityResolver.ts";
import type { OutboundFailure } from "../../domain/outbound/OutboundHttp.ts";

type Reason = IdentityUnresolvable["reason"];

const reasons: Record<OutboundFailure["reason"], Reason> = {
  "address-refused": "address-refused",
  busy: "unreachable",
  unreachable: "unreachable",
  timeout: "unreachable",
  "too-large": "document-malformed",
  "redirect-refused": "document-malformed",
  malformed: "document-malformed"
};

/** Fails the resolution of a handle or DID. */
export const unresolvable = (subject: string, reason: Reason): IdentityUnresolvable =>
  new IdentityUnresolvable({ subject, reason });

/** Fails the resolution of a DID that the PLC directory has deactivated. */
export const tombstone = (subject: string): IdentityUnresolvable =>
  new IdentityUnresolvable({ subject, reason: "did-not-found", isTombstone: true });

/** Converts a failed request for a document to an error. */
export const unresolvableFrom =
  (subject: string) =>
  ({ reason }: OutboundFailure): IdentityUnresolvable =>
    unresolvable(subject, reasons[reason]);
