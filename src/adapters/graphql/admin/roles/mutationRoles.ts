import type { AdminRole } from "../../../../domain/administration/AdminRole.ts";

/**
 * The role that each mutation of admins needs. A mutation that is not listed needs an owner, and fails
 * `test/adapters/graphql/admin/roles.test.ts`: list it here. Queries need a reader.
 */
export const mutationRoles: Readonly<Record<string, AdminRole>> = {
  signOutAdmin: "reader",
  reportLogVerification: "reader",

  addAdmin: "owner",
  setAdminRole: "owner",
  removeAdmin: "owner",
  eraseSubject: "owner",
  resetIndex: "owner",
  removeAccountRecords: "owner",

  createOAuthClient: "developer",
  updateOAuthClient: "developer",
  setOAuthClientLifetimes: "developer",
  rotateOAuthClientSecret: "developer",
  revokeOAuthClientOldSecret: "developer",
  deleteOAuthClient: "developer",

  uploadLexicons: "developer",
  addLexicons: "developer",
  removeLexicons: "developer",
  restoreLexicons: "developer",

  endAuthorization: "developer",
  endAuthorizationsOf: "developer",

  createLabel: "developer",
  createLabelDefinition: "developer",
  negateLabel: "developer",
  resolveReport: "developer",

  backfillActor: "developer",
  backfillAll: "developer",
  backfillCollection: "developer",
  cancelBackfill: "developer",
  indexRecord: "developer",
  retryDeadLetters: "developer",
  dropDeadLetters: "developer",

  sendWebhookTest: "developer",
  retryWebhookMessage: "developer"
};

/** Returns the role that a mutation needs. */
export const mutationRole = (name: string): AdminRole => mutationRoles[name] ?? "owner";
