import * as Schema from "effect/Schema";
import { ClientType } from "../../../domain/client/ClientEvent.ts";
import type { ClientProposal } from "../../../domain/client/ClientProposal.ts";
import { defaultClientScope } from "../../../domain/client/ClientProposal.ts";
import type { SentParameters } from "../oauth/sentParameters.ts";

/** The registration form as it was filled in. */
export interface ClientForm {
  readonly name: string;
  readonly type: string;
  readonly redirectUris: string;
  readonly scope: string;
}

/** The form before anybody wrote into it. */
export const emptyClientForm: ClientForm = { name: "", type: "public", redirectUris: "", scope: defaultClientScope };

/** Reads the registration form; what was left empty is empty. */
export const readClientForm = (sent: SentParameters): ClientForm => ({
  name: sent.get("name") ?? "",
  type: sent.get("type") ?? "",
  redirectUris: sent.get("redirectUris") ?? "",
  scope: sent.get("scope") ?? ""
});

const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

const isType = Schema.is(ClientType);

/** What the form proposes: redirect URIs one per line, the usual scope where none was written; null without a type. */
export const proposalOf = (form: ClientForm): ClientProposal | null => {
  const { name, type, scope } = form;
  if (!isType(type)) return null;
  return {
    name,
    type,
    redirectUris: linesOf(form.redirectUris),
    scope: scope.trim() === "" ? defaultClientScope : scope.trim().split(/\s+/).join(" "),
    tokenEndpointAuthMethod: null
  };
};
