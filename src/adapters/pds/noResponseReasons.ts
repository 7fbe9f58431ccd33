import type { OutboundFailureReason } from "../../domain/outbound/OutboundHttp.ts";

/** What it means to who asked a PDS that there is no answer, or none that may be read. */
export const noResponseReasons = {
  "address-refused": "address-refused",
  busy: "rate-limited",
  unreachable: "unreachable",
  timeout: "timeout",
  "too-large": "too-large",
  "redirect-refused": "redirected",
  malformed: "malformed"
} as const satisfies Record<OutboundFailureReason, string>;

/** What a PDS says of an account by the names of its errors (com.atproto.sync, com.atproto.server). */
export const accountErrors = {
  AccountDeactivated: "account-deactivated",
  RepoDeactivated: "account-deactivated",
  AccountTakedown: "account-taken-down",
  AccountSuspended: "account-taken-down",
  RepoTakendown: "account-taken-down",
  RepoSuspended: "account-taken-down"
} as const;
