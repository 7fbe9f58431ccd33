import { normalizeHandle } from "@atproto/syntax";
import * as Arr from "effect/Array";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { Handle } from "../../domain/atproto/Handle.ts";

/** The relevant members of a DID document (W3C DID Core; AT Protocol, DID). */
export const DidDocument = Schema.Struct({
  id: Schema.String,
  alsoKnownAs: Schema.optionalWith(Schema.Array(Schema.Unknown), { default: () => [] }),
  verificationMethod: Schema.optionalWith(Schema.Array(Schema.Unknown), { default: () => [] }),
  service: Schema.optionalWith(Schema.Array(Schema.Unknown), { default: () => [] })
});
export type DidDocument = typeof DidDocument.Type;

const isService = Schema.is(Schema.Struct({ id: Schema.String, type: Schema.String, serviceEndpoint: Schema.Unknown }));
const decodeHandle = Schema.decodeUnknownOption(Handle);

/** Returns the handle that a document claims: the first valid handle among its `at://` names. */
export const claimedHandle = ({ alsoKnownAs }: DidDocument): Option.Option<Handle> =>
  Arr.findFirst(alsoKnownAs, (name) =>
    typeof name === "string" && name.startsWith("at://")
      ? decodeHandle(normalizeHandle(name.slice("at://".length)))
      : Option.none()
  );

const originOnly = (endpoint: unknown, allowHttp: boolean): Option.Option<string> => {
  if (typeof endpoint !== "string" || !URL.canParse(endpoint)) return Option.none();
  const { hash, hostname, origin, password, pathname, protocol, search, username } = new URL(endpoint);
  if (hostname.length > 253) return Option.none();
  if (pathname !== "/" || `${search}${hash}${username}${password}` !== "") return Option.none();
  return protocol === "https:" || (allowHttp && protocol === "http:") ? Option.some(origin) : Option.none();
};

/** Returns the origin of the PDS: the endpoint of the first `#atproto_pds` service, if its type is right and it is an origin. */
export const pdsOrigin = ({ id, service }: DidDocument, allowHttp: boolean): Option.Option<string> =>
  Arr.findFirst(
    service,
    (entry) => isService(entry) && (entry.id === "#atproto_pds" || entry.id === `${id}#atproto_pds`)
  ).pipe(
    Option.filter(isService),
    Option.filter(({ type }) => type === "AtprotoPersonalDataServer"),
    Option.flatMap(({ serviceEndpoint }) => originOnly(serviceEndpoint, allowHttp))
  );
