import { randomBytes } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { readResponse } from "../../../src/adapters/http/browser/readCallback.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import type { PdsCredentials } from "../../../src/domain/record/write/Repository.ts";
import { UpstreamAuthorization } from "../../../src/domain/session/UpstreamAuthorization.ts";

import type { Account } from "../../pds/NetworkInfo.ts";
import { type Person, signIn } from "../../pds/signIn.ts";

const decodeDid = Schema.decodeSync(Did);
const randomText = () => randomBytes(32).toString("base64url");

/** Pushes a request to the authorization server of an account's PDS. */
export const push = Effect.fn("push")(function* (account: Pick<Account, "pds" | "handle">, scope?: string) {
  const upstream = yield* UpstreamAuthorization;
  const server = yield* upstream.discover(account.pds);
  const key = yield* upstream.generateKey;
  const state = randomText();
  const codeVerifier = Redacted.make(randomText());
  const request = { server, key, state, codeVerifier };
  const location = yield* upstream.pushRequest({
    ...request,
    scope: scope ?? upstream.scope,
    loginHint: account.handle
  });
  return { ...request, location };
});

/** Pushes a request, and has a person sign in and consent to it. */
export const approve = Effect.fn("approve")(function* (account: Account, person: Person = account) {
  const pushed = yield* push(account);
  const outcome = yield* Effect.promise(() => signIn(pushed.location, person));
  if (outcome._tag !== "Approved") return yield* Effect.dieMessage(JSON.stringify(outcome));
  const parameters = readResponse(outcome.redirect.searchParams);
  return { ...pushed, parameters, code: Redacted.make(outcome.code), redirect: outcome.redirect };
});

/** A login from start to end. */
export const login = Effect.fn("login")(function* (account: Account, person: Person = account) {
  const upstream = yield* UpstreamAuthorization;
  const approved = yield* approve(account, person);
  const tokens = yield* upstream.exchangeCode(approved);
  const { accessToken } = tokens;
  const credentials: PdsCredentials = { did: decodeDid(account.did), pds: account.pds, accessToken, key: approved.key };
  return { ...approved, tokens, credentials };
});
