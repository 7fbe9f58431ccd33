import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { type InvalidScope, parseScope, requireAtproto } from "../../scope/Scope.ts";
import type { ClientKey } from "../authentication/ClientKey.ts";
import type { ClientType, GrantType, TokenEndpointAuthMethod } from "../ClientEvent.ts";
import { documentUrlFault } from "../document/documentUrlFault.ts";
import { type RedirectUriFault, redirectUriFault } from "./redirectUri.ts";

/** The form that somebody fills in for a client. */
export interface ClientProposal {
  readonly name: string;
  readonly type: ClientType;
  readonly redirectUris: ReadonlyArray<string>;
  readonly scope: string;
  /** Null for the default of the type: `none` for public, `client_secret_basic` for confidential clients. */
  readonly tokenEndpointAuthMethod: TokenEndpointAuthMethod | null;
  /** Both unless said. */
  readonly grantTypes?: ReadonlyArray<GrantType>;
  /** The keys of `private_key_jwt`, or else the address where they are. */
  readonly jwks?: ReadonlyArray<ClientKey> | null;
  readonly jwksUri?: string | null;
  /** True for a public client and false for others unless said. A public client has false only where the operator allows it. */
  readonly dpopBoundAccessTokens?: boolean;
  readonly requirePushedAuthorizationRequests?: boolean;
  /** Whether its access tokens administer, for accounts of `ADMIN_DIDS`; false by default. Client metadata never sets it. */
  readonly mayAdminister?: boolean;
}

/** One thing that is wrong with a proposal: the field, and a sentence that says how to put it right. */
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

/** A proposal that cannot be registered, with everything that is wrong with it. */
export class InvalidClient extends Schema.TaggedError<InvalidClient>()("InvalidClient", {
  faults: Schema.NonEmptyArray(ClientFault)
}) {
  override get message(): string {
    return this.faults.map((fault) => `${fault.field}: ${fault.message}`).join(" ");
  }
}

/** The scope of a client for which nobody named another. */
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
    ? `"${fault.value}" is not a scope this service knows. Use for example ${defaultClientScope}.`
    : `must name atproto. Use for example ${defaultClientScope}.`;

/** Marks, spaces, what only formats, and the letters and signs that are drawn as nothing. */
const invisible = /[\p{M}\p{Z}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/gu;

const nameFaults = (name: string): ReadonlyArray<ClientFault> => {
  if (name.trim() === "") return [{ field: "name", message: "is missing: people see it when they log in." }];
  const isSeen = name.replace(invisible, "").trim() !== "" && name.trim().length <= 100;
  if (isSeen && name.isWellFormed() && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name)) return [];
  return [
    {
      field: "name",
      message: "must have 1 to 100 characters, some that can be seen, and none that controls or turns the text."
    }
  ];
};

const redirectFaults = (uris: ReadonlyArray<string>): ReadonlyArray<ClientFault> => {
  if (uris.length === 0) return [{ field: "redirectUris", message: "must hold at least one URI." }];
  if (uris.length > 50) return [{ field: "redirectUris", message: "must hold at most 50 URIs." }];
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
          ? "must be none, since a public client holds no secret."
          : "must be client_secret_basic, client_secret_post or private_key_jwt, since a confidential client proves itself."
    }
  ];
};

const keyFaults = (proposal: ClientProposal): ReadonlyArray<ClientFault> => {
  const { jwks = null, jwksUri = null, tokenEndpointAuthMethod } = proposal;
  if (jwks !== null && jwksUri !== null) {
    return [{ field: "jwks", message: "must not be given together with the address of keys: choose one." }];
  }
  if (tokenEndpointAuthMethod === "private_key_jwt" && jwks === null && jwksUri === null) {
    return [{ field: "jwks", message: "or the address of keys is needed for private_key_jwt." }];
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
            "must be true for a client without a secret: it gets tokens for a proof of its key only (DPoP, RFC 9449). Send true and prove a key in every token request, or register with client_secret_basic; the operator can allow public clients without DPoP by PUBLIC_BEARER_CLIENTS."
        } as const
      ]
    : [];

/** What holds for a proposal beyond itself. */
export interface ProposalTerms {
  /** Whether a public client may go without DPoP; false unless said. */
  readonly publicBearer?: boolean;
}

/** Checks a proposal whole: all that is wrong with it at once (RFC 7591 section 2). */
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
