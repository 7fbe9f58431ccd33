import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { type InvalidScope, parseScope, requireAtproto } from "../../scope/Scope.ts";
import type { ClientKey } from "../authentication/ClientKey.ts";
import type { ClientType, GrantType, TokenEndpointAuthMethod } from "../ClientEvent.ts";
import { documentUrlFault } from "../document/documentUrlFault.ts";
import { type RedirectUriFault, redirectUriFault } from "./redirectUri.ts";

/** A proposed registration of a client, before it is checked. */
export interface ClientProposal {
  readonly name: string;
  readonly type: ClientType;
  readonly redirectUris: ReadonlyArray<string>;
  readonly scope: string;
  /** Null for the default of the type: `none` for public clients, `client_secret_basic` for confidential ones. */
  readonly tokenEndpointAuthMethod: TokenEndpointAuthMethod | null;
  /** Both by default. */
  readonly grantTypes?: ReadonlyArray<GrantType>;
  /** The keys for `private_key_jwt`; the alternative is `jwksUri`, their URL. */
  readonly jwks?: ReadonlyArray<ClientKey> | null;
  readonly jwksUri?: string | null;
  /**
   * True by default for a public client, false for others. False for a public client needs the operator's permission.
   */
  readonly dpopBoundAccessTokens?: boolean;
  readonly requirePushedAuthorizationRequests?: boolean;
  /**
   * Whether accounts of `ADMIN_DIDS` can administer with its tokens; false by default. Client metadata never sets it.
   */
  readonly mayAdminister?: boolean;
}

/** A fault in a proposal: the field, and a sentence that says how to fix it. */
export const ClientFault = Schema.Struct({
  field: Schema.Literal(
    "name",
    "type",
    "redirectUris",
    "scope",
    "tokenEndpointAuthMethod",
    "grantTypes",
    "jwks",
    "jwksUri",
    "dpopBoundAccessTokens",
    "mayAdminister"
  ),
  message: Schema.String
});
export type ClientFault = typeof ClientFault.Type;

/** A proposal cannot be registered, with all of its faults. */
export class InvalidClient extends Schema.TaggedError<InvalidClient>()("InvalidClient", {
  faults: Schema.NonEmptyArray(ClientFault)
}) {
  override get message(): string {
    return this.faults.map((fault) => `${fault.field}: ${fault.message}`).join(" ");
  }
}

/** The default scope of a client. */
export const defaultClientScope = "atproto transition:generic";

const redirectAdvice: Record<RedirectUriFault, string> = {
  "not-absolute": "must be absolute, such as https://app.example.com/callback.",
  "has-fragment": "must have no fragment (the part after #).",
  "has-userinfo": "must have no user name or password.",
  "http-beyond-loopback": "must use https; http is for 127.0.0.1, [::1] and localhost only.",
  "scheme-not-allowed":
    "must use https, or for a native app a scheme in reverse-domain form, such as com.example.app:/callback.",
  malformed: "is not a URI. Use one such as https://app.example.com/callback."
};

const scopeAdvice = (fault: InvalidScope): string =>
  fault.reason === "malformed"
    ? `"${fault.value}" is not a known scope. Use for example ${defaultClientScope}.`
    : `must include atproto. Use for example ${defaultClientScope}.`;

/** Marks, spaces, format characters, and the letters and signs that are rendered as nothing. */
const invisible = /[\p{M}\p{Z}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/gu;

const nameFaults = (name: string): ReadonlyArray<ClientFault> => {
  if (name.trim() === "") return [{ field: "name", message: "is missing: users see it when they sign in." }];
  const isSeen = name.replace(invisible, "").trim() !== "" && name.trim().length <= 100;
  if (isSeen && name.isWellFormed() && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name)) return [];
  return [
    {
      field: "name",
      message: "must be 1 to 100 characters, include a visible one, and contain no control or bidi characters."
    }
  ];
};

const redirectFaults = (uris: ReadonlyArray<string>): ReadonlyArray<ClientFault> => {
  if (uris.length === 0) return [{ field: "redirectUris", message: "must contain at least one URI." }];
  if (uris.length > 50) return [{ field: "redirectUris", message: "must contain at most 50 URIs." }];
  return uris.flatMap((uri): ReadonlyArray<ClientFault> => {
    if (uri.length > 2000) return [{ field: "redirectUris", message: "must each have at most 2000 characters." }];
    return Option.match(redirectUriFault(uri), {
      onNone: () => [],
      onSome: (fault) => [{ field: "redirectUris", message: `"${uri}" ${redirectAdvice[fault]}` }]
    });
  });
};

const scopeFaults = (scope: string): ReadonlyArray<ClientFault> =>
  Either.match(Either.flatMap(parseScope(scope), requireAtproto), {
    onLeft: (fault) => [{ field: "scope", message: scopeAdvice(fault) }],
    onRight: () => []
  });

const methodFaults = (proposal: ClientProposal): ReadonlyArray<ClientFault> => {
  const method = proposal.tokenEndpointAuthMethod;
  if (method === null || (method === "none") === (proposal.type === "public")) return [];
  return [
    {
      field: "tokenEndpointAuthMethod",
      message:
        proposal.type === "public"
          ? "must be none, since a public client has no secret."
          : "must be client_secret_basic, client_secret_post or private_key_jwt, since a confidential client authenticates."
    }
  ];
};

const keyFaults = (proposal: ClientProposal): ReadonlyArray<ClientFault> => {
  const { jwks = null, jwksUri = null, tokenEndpointAuthMethod } = proposal;
  if (jwks !== null && jwksUri !== null) {
    return [{ field: "jwks", message: "cannot be combined with a URL of keys: set only one of them." }];
  }
  if (tokenEndpointAuthMethod === "private_key_jwt" && jwks === null && jwksUri === null) {
    return [{ field: "jwks", message: "or a URL of keys is required for private_key_jwt." }];
  }
  const fault = jwksUri === null ? null : documentUrlFault(jwksUri);
  return fault === null ? [] : [{ field: "jwksUri", message: fault }];
};

const grantFaults = ({ grantTypes }: ClientProposal): ReadonlyArray<ClientFault> =>
  grantTypes === undefined || grantTypes.includes("authorization_code")
    ? []
    : [{ field: "grantTypes", message: "must include authorization_code." }];

const bindingFaults = ({ dpopBoundAccessTokens, type }: ClientProposal, terms: ProposalTerms) =>
  type === "public" && dpopBoundAccessTokens === false && !terms.publicBearer
    ? [
        {
          field: "dpopBoundAccessTokens",
          message:
            "must be true for a public client: it gets tokens only with DPoP (RFC 9449). Set it to true and send a DPoP proof with every token request, or register with client_secret_basic. The operator can allow public clients without DPoP with PUBLIC_BEARER_CLIENTS."
        } as const
      ]
    : [];

/** The rules for a proposal that do not follow from the proposal itself. */
export interface ProposalTerms {
  /** Whether a public client can do without DPoP; false by default. */
  readonly publicBearer?: boolean;
}

/** Checks a proposal, and reports all of its faults at once (RFC 7591 section 2). */
export const checkProposal = (
  proposal: ClientProposal,
  terms: ProposalTerms = {}
): Either.Either<ClientProposal, InvalidClient> => {
  const [first, ...rest] = [
    ...nameFaults(proposal.name),
    ...redirectFaults(proposal.redirectUris),
    ...scopeFaults(proposal.scope),
    ...methodFaults(proposal),
    ...grantFaults(proposal),
    ...keyFaults(proposal),
    ...bindingFaults(proposal, terms)
  ];
  return first === undefined ? Either.right(proposal) : Either.left(new InvalidClient({ faults: [first, ...rest] }));
};
