import * as Either from "effect/Either";
import { checkLifetimes, lifetimeBounds } from "../../../../src/domain/client/ClientLifetimes.ts";
import {
  type ClientFault,
  checkProposal,
  defaultClientScope
} from "../../../../src/domain/client/registration/ClientProposal.ts";
import type { ClientDraft } from "./ClientDraft.ts";

/** The initial values of the form. */
export const emptyDraft: ClientDraft = { name: "", type: "PUBLIC", redirectUris: [""], scope: defaultClientScope };

/** Normalizes the values of a form: no empty redirect URIs, single spaces, the default scope if none was entered. */
export const tidy = (draft: ClientDraft): ClientDraft => {
  const scope = draft.scope.trim().split(/\s+/).join(" ");
  return {
    ...draft,
    name: draft.name.trim(),
    redirectUris: draft.redirectUris.map((uri) => uri.trim()).filter((uri) => uri !== ""),
    scope: scope === "" ? defaultClientScope : scope
  };
};

/** Returns all faults of a form, by the rules of the service itself. */
export const faultsOf = (draft: ClientDraft): ReadonlyArray<ClientFault> => {
  const { type, ...rest } = tidy(draft);
  const proposal = {
    ...rest,
    type: type === "PUBLIC" ? "public" : "confidential",
    tokenEndpointAuthMethod: null
  } as const;
  return Either.match(checkProposal(proposal), { onLeft: ({ faults }) => faults, onRight: () => [] });
};

/** Returns the faults of one redirect URI. */
export const redirectUriFaults = (uri: string): ReadonlyArray<string> => {
  if (uri.trim() === "") return [];
  const draft: ClientDraft = { name: "a", type: "PUBLIC", redirectUris: [uri], scope: defaultClientScope };
  return faultsOf(draft).map(({ message }) => message.replace(/^".*" (?=must|is)/s, "It "));
};

/** Returns what is wrong with lifetimes, in a sentence, or null. */
export const lifetimeFault = (lifetimes: Parameters<typeof checkLifetimes>[0]): string | null =>
  Either.match(checkLifetimes(lifetimes), { onLeft: ({ message }) => message, onRight: () => null });

export { defaultClientScope, lifetimeBounds };
