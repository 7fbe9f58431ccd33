import * as Arr from "effect/Array";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { withoutIgnoredValues } from "../../scope/Scope.ts";
import { readKeySet } from "../authentication/ClientKey.ts";
import { GrantType, TokenEndpointAuthMethod } from "../ClientEvent.ts";
import {
  type ClientFault,
  type ClientProposal,
  checkProposal,
  defaultClientScope,
  type ProposalTerms
} from "./ClientProposal.ts";

/** A fault in client metadata: its error code and member (RFC 7591 section 3.2.2), and how to fix it. */
export const MetadataFault = Schema.Struct({
  error: Schema.Literal("invalid_redirect_uri", "invalid_client_metadata"),
  member: Schema.String,
  message: Schema.String
});
export type MetadataFault = typeof MetadataFault.Type;

/** Client metadata is invalid, with all of its faults. */
export class InvalidClientMetadata extends Schema.TaggedError<InvalidClientMetadata>()("InvalidClientMetadata", {
  faults: Schema.NonEmptyArray(MetadataFault)
}) {
  override get message(): string {
    return this.faults.map(({ member, message }) => `${member} ${message}`).join(" ");
  }
}

/** Client metadata as a JSON object. Unknown members are ignored; null counts as absent. */
export type ClientMetadata = Readonly<Record<string, unknown>>;

const isMetadata = Schema.is(Schema.Record({ key: Schema.String, value: Schema.Unknown }));

const memberOf: Readonly<Record<ClientFault["field"], string>> = {
  name: "client_name",
  type: "token_endpoint_auth_method",
  redirectUris: "redirect_uris",
  scope: "scope",
  tokenEndpointAuthMethod: "token_endpoint_auth_method",
  grantTypes: "grant_types",
  jwks: "jwks",
  jwksUri: "jwks_uri",
  dpopBoundAccessTokens: "dpop_bound_access_tokens",
  mayAdminister: "may_administer"
};

/** Returns a fault of a member with the error code that belongs to it. */
export const metadataFault = (member: string, message: string): MetadataFault => ({
  error: member === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata",
  member,
  message
});

const reader = (metadata: ClientMetadata) => {
  const faults: Array<MetadataFault> = [];
  const note = (member: string, message: string) => void faults.push(metadataFault(member, message));
  const read = <A, I>(member: string, schema: Schema.Schema<A, I>, absent: A, message: string): A => {
    const given = metadata[member] ?? null;
    if (given === null) return absent;
    const decoded = Schema.decodeUnknownOption(schema)(given);
    if (Option.isNone(decoded)) note(member, message);
    return Option.getOrElse(decoded, () => absent);
  };
  return { faults, note, read };
};

const Text = Schema.String;
const Texts = Schema.Array(Schema.String);
const OnlyCode = Schema.Tuple(Schema.Literal("code"));

/** The name of an app that has none: the host of its first redirect URI. */
const nameless = (redirectUris: ReadonlyArray<string>): string => {
  const [first = ""] = redirectUris;
  const host = URL.canParse(first) ? new URL(first).host : "";
  return (host === "" ? first.split(":")[0] : host)?.slice(0, 100) || "An app without a name";
};

/** The scope without ignored values. A scope of ignored values only stays as it is, so that it is rejected. */
const registeredScope = (text: string): string => withoutIgnoredValues(text) || text;

/** The rules for the metadata that is read. */
interface MetadataTerms {
  /** The default method. In RFC 7591 it is `client_secret_basic`. */
  readonly authMethod: TokenEndpointAuthMethod;
  readonly authMethods: ReadonlyArray<TokenEndpointAuthMethod>;
  /** The default of `dpop_bound_access_tokens` for public clients: true, where RFC 9449 section 5.2 has false. */
  readonly boundByDefault?: boolean;
  /** Whether a public client can do without DPoP; false by default. */
  readonly publicBearer?: boolean;
}

const readMembers = (metadata: ClientMetadata, terms: MetadataTerms) => {
  const { faults, note, read } = reader(metadata);
  const redirectUris = read("redirect_uris", Texts, [], "must be a list of URIs.");
  const method = read(
    "token_endpoint_auth_method",
    TokenEndpointAuthMethod.pipe(Schema.filter((given) => terms.authMethods.includes(given))),
    terms.authMethod,
    `must be one of ${terms.authMethods.join(", ")}.`
  );
  read("response_types", OnlyCode, ["code"], 'must be ["code"].');
  read("token_endpoint_auth_signing_alg", Schema.Literal("ES256"), "ES256", "must be ES256.");
  read("application_type", Schema.Literal("web", "native"), "web", "must be web or native.");
  const jwks = metadata.jwks ?? null;
  const keys = jwks === null ? Either.right(null) : readKeySet(jwks);
  if (Either.isLeft(keys)) note("jwks", keys.left);
  const type = method === "none" ? "public" : "confidential";
  const proposal: ClientProposal = {
    name: read("client_name", Text, nameless(redirectUris), "must be a string."),
    type,
    tokenEndpointAuthMethod: method,
    redirectUris,
    scope: registeredScope(read("scope", Text, defaultClientScope, "must be a string of values separated by spaces.")),
    grantTypes: read(
      "grant_types",
      Schema.Array(GrantType),
      ["authorization_code"],
      "must be a list of authorization_code and refresh_token."
    ),
    jwks: Either.getOrElse(keys, () => null),
    jwksUri: read("jwks_uri", Schema.NullOr(Text), null, "must be a URL."),
    dpopBoundAccessTokens: read(
      "dpop_bound_access_tokens",
      Schema.Boolean,
      type === "public" && terms.boundByDefault !== false,
      "must be true or false."
    ),
    requirePushedAuthorizationRequests: read(
      "require_pushed_authorization_requests",
      Schema.Boolean,
      false,
      "must be true or false."
    )
  };
  return { faults, proposal };
};

/** A client that declares nothing is checked at the authorization endpoint, where more is known about it. */
const bindingTerms = (metadata: ClientMetadata, { publicBearer = false }: MetadataTerms): ProposalTerms => ({
  publicBearer: publicBearer || (metadata.dpop_bound_access_tokens ?? null) === null
});

const proposalFaults = (
  proposal: ClientProposal,
  known: ReadonlyArray<MetadataFault>,
  terms: ProposalTerms
): ReadonlyArray<MetadataFault> =>
  Either.match(checkProposal(proposal, terms), {
    onLeft: ({ faults }) => faults.map(({ field, message }) => metadataFault(memberOf[field], message)),
    onRight: () => []
  }).filter(({ member }) => !known.some((fault) => fault.member === member));

/** Returns the error for the faults of metadata, or none if there are none. */
export const invalidMetadata = (faults: ReadonlyArray<MetadataFault>): Option.Option<InvalidClientMetadata> =>
  Arr.isNonEmptyReadonlyArray(faults) ? Option.some(new InvalidClientMetadata({ faults })) : Option.none();

/**
 * Reads client metadata as a proposal under the rules for every client, and reports all faults at once. No requested
 * value is replaced by another (RFC 7591 sections 2 and 3.2.2).
 */
export const readClientMetadata = (
  value: unknown,
  terms: MetadataTerms
): Either.Either<ClientProposal, InvalidClientMetadata> => {
  const metadata = isMetadata(value) && !Array.isArray(value) ? value : null;
  if (metadata === null) {
    return Either.left(
      new InvalidClientMetadata({ faults: [metadataFault("the metadata", "must be a JSON object.")] })
    );
  }
  const { faults, proposal } = readMembers(metadata, terms);
  return Option.match(
    invalidMetadata([...faults, ...proposalFaults(proposal, faults, bindingTerms(metadata, terms))]),
    {
      onNone: () => Either.right(proposal),
      onSome: Either.left
    }
  );
};
