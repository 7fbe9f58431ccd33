import type { OutboundFailureReason } from "../../domain/outbound/OutboundHttp.ts";

/** Maps a missing or unreadable response of a PDS to a reason. */
export const noResponseReasons = {
  "address-refused": "address-refused",
  busy: "rate-limited",
  unreachable: "unreachable",
  timeout: "timeout",
  "too-large": "too-large",
  "redirect-refused": "redirected",
  malformed: "malformed"
} as const satisfies Record<OutboundFailureReason, string>;

/** Maps the error names of a PDS to the state of an account (com.atproto.sync, com.atproto.server). */
export const accountErrors = {
  AccountDeactivated: "account-deactivated",
  RepoDeactivated: "account-deactivated",
  AccountTakedown: "account-taken-down",
  AccountSuspended: "account-taken-down",
  RepoTakendown: "account-taken-down",
  RepoSuspended: "account-taken-down"
} as const;
