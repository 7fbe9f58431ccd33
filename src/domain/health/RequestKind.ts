/**
 * What a request is for. The set is closed, so that no request adds a series: what is for nothing that the service has
 * is `other`.
 */
export const requestKinds = [
  "graphql-query",
  "graphql-mutation",
  "graphql-subscription",
  "authorize",
  "par",
  "token",
  "revoke",
  "introspect",
  "register",
  "callback",
  "blob",
  "metadata",
  "admin",
  "settings",
  "account",
  "log",
  "docs",
  "static",
  "probe",
  "other"
] as const;
export type RequestKind = (typeof requestKinds)[number];
