import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { readUserAccount } from "../../domain/atproto/NamedAccount.ts";
import { typedText } from "../../domain/atproto/typedText.ts";
import { InvalidAuditFilter } from "../../domain/audit/InvalidAuditFilter.ts";
import { readAuditFilter, type SentFilter } from "../../domain/audit/readAuditFilter.ts";
import { traced } from "../../domain/failure/traced.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";

/** Resolves the DID of an account; null for a text that names none, which `readAuditFilter` rejects. */
const didOf = Effect.fnUntraced(function* (argument: "did" | "uri", text: string) {
  const read = readUserAccount(text);
  if (Either.isLeft(read)) {
    const { suggestion } = read.left;
    if (suggestion === null) return null;
    return yield* new InvalidAuditFilter({ argument, problem: `names no account; did you mean ${suggestion}?` });
  }
  if (read.right._tag === "Did") return read.right.did;
  const { handle } = read.right;
  const actors = yield* KnownActors;
  const found = yield* actors.find(handle);
  if (Option.isSome(found)) return found.value;
  return yield* new InvalidAuditFilter({
    argument,
    problem: `names ${handle}, a handle that is not known here: use the DID of the account`
  });
});

const recordIn = /^at:\/\/([^/]+)(\/.*)$/;

/** Replaces a handle in the AT URI of a record with the DID of its account. */
export const resolveUri = Effect.fnUntraced(function* (uri: string) {
  const [, authority = "", rest = ""] = recordIn.exec(typedText(uri)) ?? [];
  const did = authority === "" ? null : yield* didOf("uri", authority);
  return did === null ? uri : `at://${did}${rest}`;
});

/** Reads a filter in which accounts are named by a DID, or by a handle that is known here. */
export const resolveFilter = traced("resolveFilter")(function* (sent: SentFilter) {
  const { did = null, uri = null } = sent;
  const account = did === null ? null : ((yield* didOf("did", did)) ?? did);
  const address = uri === null || uri.length > 4_096 ? uri : yield* resolveUri(uri);
  const now = yield* Clock.currentTimeMillis;
  return yield* Either.match(readAuditFilter({ ...sent, did: account, uri: address }, now), {
    onLeft: Effect.fail,
    onRight: Effect.succeed
  });
});
