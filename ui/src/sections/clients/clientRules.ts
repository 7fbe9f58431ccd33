import * as Either from "effect/Either";
import { checkLifetimes, lifetimeBounds } from "../../../../src/domain/client/ClientLifetimes.ts";
import {
  type ClientFault,
  checkProposal,
  defaultClientScope
} from "../../../../src/domain/client/registration/ClientProposal.ts";
import type { ClientDraft } from "./ClientDraft.ts";

/** The form before anybody wrote into it. */
export const emptyDraft: ClientDraft = { name: "", type: "PUBLIC", redirectUris: [""], scope: defaultClientScope };

/** What is sent of a form: without empty lines, with single spaces, with the usual scope where none was written. */
export const tidy = (draft: ClientDraft): ClientDraft => {
  const scope = draft.scope.trim().split(/\s+/).join(" ");
  return {
    ...draft,
    name: draft.name.trim(),
    redirectUris: draft.redirectUris.map((uri) => uri.trim()).filter((uri) => uri !== ""),
    scope: scope === "" ? defaultClientScope : scope
  };
};

/** Everything that is wrong with a form, by the rules of the service itself. */
export const faultsOf = (draft: ClientDraft): ReadonlyArray<ClientFault> => {
  const { type, ...rest } = tidy(draft);
  const proposal = {
    ...rest,
    type: type === "PUBLIC" ? "public" : "confidential",
    tokenEndpointAuthMethod: null
  } as const;
  return Either.match(checkProposal(proposal), { onLeft: ({ faults }) => faults, onRight: () => [] });
};

/** What is wrong with one redirect URI. */
export const redirectUriFaults = (uri: string): ReadonlyArray<string> => {
  if (uri.trim() === "") return [];
  const draft: ClientDraft = { name: "a", type: "PUBLIC", redirectUris: [uri], scope: defaultClientScope };
  return faultsOf(draft).map(({ message }) => message.replace(/^".*" (?=must|is)/s, "It "));
};

/** What is wrong with lifetimes, in a sentence; null when nothing is. */
export const lifetimeFault = (lifetimes: Parameters<typeof checkLifetimes>[0]): string | null =>
  Either.match(checkLifetimes(lifetimes), { onLeft: ({ message }) => message, onRight: () => null });

export { defaultClientScope, lifetimeBounds };
