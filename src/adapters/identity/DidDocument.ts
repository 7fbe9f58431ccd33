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

/** A service of a DID document, by the fragment of its id and its type. */
interface NamedService {
  readonly fragment: string;
  readonly type: string;
}

/** Returns the origin of a service: the endpoint of the first one with the fragment, if its type is right and it is an origin. */
const serviceOrigin = (
  { id, service }: DidDocument,
  { fragment, type: expected }: NamedService,
  allowHttp: boolean
): Option.Option<string> =>
  Arr.findFirst(
    service,
    (entry) => isService(entry) && (entry.id === `#${fragment}` || entry.id === `${id}#${fragment}`)
  ).pipe(
    Option.filter(isService),
    Option.filter(({ type }) => type === expected),
    Option.flatMap(({ serviceEndpoint }) => originOnly(serviceEndpoint, allowHttp))
  );

const pds: NamedService = { fragment: "atproto_pds", type: "AtprotoPersonalDataServer" };
const labeler: NamedService = { fragment: "atproto_labeler", type: "AtprotoLabeler" };

/** Returns the origin of the PDS of an account. */
export const pdsOrigin = (document: DidDocument, allowHttp: boolean): Option.Option<string> =>
  serviceOrigin(document, pds, allowHttp);

/** Returns the origin of the service of a labeler (AT Protocol, Label). */
export const labelerOrigin = (document: DidDocument, allowHttp: boolean): Option.Option<string> =>
  serviceOrigin(document, labeler, allowHttp);
