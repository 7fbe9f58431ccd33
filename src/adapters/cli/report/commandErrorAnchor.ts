/** The error codes of commands that the page about errors explains. Other codes are reasons of one command. */
export const commandErrorCodes = [
  "account_not_known",
  "archived",
  "backup_unusable",
  "client_has_no_old_secret",
  "client_holds_no_keys",
  "client_holds_no_secret",
  "client_not_found",
  "invalid_client",
  "invalid_configuration",
  "invalid_lexicons",
  "invalid_lifetimes",
  "keys_missing",
  "later_schema",
  "later_version",
  "lexicon_not_found",
  "log_does_not_hold",
  "no_checkpoints",
  "not_archived",
  "not_exported",
  "not_restored",
  "not_written",
  "nothing_found",
  "record_not_indexed",
  "role_required",
  "serve_failed",
  "tiles_missing",
  "unavailable",
  "unconfirmed",
  "unreadable_event",
  "usage"
] as const;
export type CommandErrorCode = (typeof commandErrorCodes)[number];

/** Returns the anchor of an error code on the page about errors: that of its own section, or of all commands. */
export const commandErrorAnchor = (code: string): string =>
  commandErrorCodes.some((each) => each === code) ? `command-${code}` : "commands";
