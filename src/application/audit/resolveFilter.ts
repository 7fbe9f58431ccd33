import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { Handle } from "../../domain/atproto/Handle.ts";
import { InvalidAuditFilter } from "../../domain/audit/InvalidAuditFilter.ts";
import { readAuditFilter, type SentFilter } from "../../domain/audit/readAuditFilter.ts";
import { KnownActors } from "../../domain/record/KnownActors.ts";

const readHandle = Schema.decodeUnknownOption(Handle);

const didOf = Effect.fnUntraced(function* (argument: "did" | "uri", text: string) {
  const handle = readHandle(text.toLowerCase());
  if (Option.isNone(handle)) return null;
  const actors = yield* KnownActors;
  const found = yield* actors.find(handle.value);
  if (Option.isSome(found)) return found.value;
  return yield* new InvalidAuditFilter({
    argument,
    problem: `names ${handle.value}, a handle that is not known here: use the DID of the account`
  });
});

const handleIn = /^at:\/\/([^/]+)(\/.*)$/;

/** The address of a record, by the DID of who wrote it where a handle was given. */
const resolveUri = Effect.fnUntraced(function* (uri: string) {
  const [, authority = "", rest = ""] = handleIn.exec(uri) ?? [];
  const did = authority.startsWith("did:") ? null : yield* didOf("uri", authority);
  return did === null ? uri : `at://${did}${rest}`;
});

const mostOfHandle = 253;

/** Reads a filter in which accounts may be named by a handle that is known here. */
export const resolveFilter = Effect.fn("resolveFilter")(function* (sent: SentFilter) {
  const { did = null, uri = null } = sent;
  const isHandle = did !== null && did.length <= mostOfHandle && !did.startsWith("did:");
  const account = isHandle ? ((yield* didOf("did", did)) ?? did) : did;
  const address = uri === null || uri.length > 4_096 ? uri : yield* resolveUri(uri);
  return yield* Either.match(readAuditFilter({ ...sent, did: account, uri: address }), {
    onLeft: Effect.fail,
    onRight: Effect.succeed
  });
});
