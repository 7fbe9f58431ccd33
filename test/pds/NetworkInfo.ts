import * as Schema from "effect/Schema";

/** An account on one of the PDSes, with a legacy session token for arranging records without OAuth. */
export const Account = Schema.Struct({
  pds: Schema.String,
  handle: Schema.String,
  did: Schema.String,
  password: Schema.String,
  accessJwt: Schema.String
});
export type Account = typeof Account.Type;

/** Where one PDS is and how to administer it. */
export const PdsInfo = Schema.Struct({
  url: Schema.String,
  did: Schema.String,
  handleDomain: Schema.String,
  adminPassword: Schema.String,
  directory: Schema.String
});
export type PdsInfo = typeof PdsInfo.Type;

/** What the harness prints when it is ready: plain data, so that a test runner can hand it to its workers. */
export const NetworkInfo = Schema.Struct({
  plcUrl: Schema.String,
  pdses: Schema.Array(PdsInfo),
  accounts: Schema.Array(Account),
  controlUrl: Schema.String,
  pid: Schema.Int,
  dataDirectory: Schema.String,
  startMilliseconds: Schema.Number
});
export type NetworkInfo = typeof NetworkInfo.Type;
