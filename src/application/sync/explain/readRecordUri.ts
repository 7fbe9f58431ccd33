import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { atUri, parseAtUri } from "../../../domain/atproto/AtUri.ts";
import { Handle } from "../../../domain/atproto/Handle.ts";
import { IdentityResolver, IdentityUnresolvable } from "../../../domain/identity/IdentityResolver.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { identityRefusal } from "../../login/upstream/loginRefusals.ts";

/** A text is not the AT URI of a record, or its handle cannot be resolved. */
export class RecordUriRefused extends Schema.TaggedError<RecordUriRefused>()("RecordUriRefused", {
  reason: Schema.Literal("malformed", ...IdentityUnresolvable.fields.reason.literals),
  authority: Schema.String
}) {
  override get message(): string {
    if (this.reason === "malformed")
      return "uri is not the AT URI of a record: give at://<did or handle>/<collection>/<record key>.";
    return `uri names ${this.authority}, which cannot be resolved. ${identityRefusal[this.reason].description}.`;
  }
}

const asHandle = Schema.decodeOption(Handle);

const didOf = Effect.fnUntraced(function* (handle: Handle) {
  const actors = yield* KnownActors;
  const known = yield* actors.find(handle);
  if (Option.isSome(known)) return known.value;
  const resolver = yield* IdentityResolver;
  const refused = ({ reason }: IdentityUnresolvable) => new RecordUriRefused({ reason, authority: handle });
  return yield* Effect.map(Effect.mapError(resolver.resolveHandle(handle), refused), ({ did }) => did);
});

/** Reads the AT URI of a record. Its authority is a DID or a handle, which is resolved. */
export const readRecordUri = Effect.fnUntraced(function* (typed: string) {
  const [scheme, empty, authority = "", ...path] = typed.trim().split("/");
  const handle = scheme === "at:" && empty === "" ? asHandle(authority.toLowerCase()) : Option.none();
  const did = Option.isSome(handle) ? yield* didOf(handle.value) : authority;
  const address = parseAtUri([scheme, empty, did, ...path].join("/"));
  if (Option.isNone(address)) return yield* new RecordUriRefused({ reason: "malformed", authority: "" });
  return atUri(address.value);
});
