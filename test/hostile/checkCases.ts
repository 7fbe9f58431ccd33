import { resourceMetadata, resourcePath, serverPath } from "../adapters/pds/pretender.ts";
import { json } from "../support/scriptedServer.ts";
import type { Case } from "./Case.ts";
import { didDocument, documentPath, type Misbehaviour, type Misbehaviours, tokensOf } from "./HostilePds.ts";
import * as bad from "./misbehave.ts";

const row = (
  name: string,
  event: Case["event"],
  shows: string,
  behaviour: Pick<Case, "does" | "later" | "hint">
): Case => ({ name, step: "check", event, shows, givenBack: true, ...behaviour });

const tokensOfHonest: Misbehaviours = {
  "/token": (response, { honest, pds }) => json(response, { ...tokensOf(pds), sub: honest.did })
};
const tokensOfNobody: Misbehaviours = {
  "/token": (response, { pds }) => json(response, { ...tokensOf(pds), sub: "did:web:localhost%3A1" })
};
const movedToHonest: Misbehaviour = (response, { honest, pds }) =>
  json(response, didDocument({ did: pds.did, url: honest.url }));

/** What the tokens say, held against what the account's own documents say (AT Protocol OAuth, "Identity verification"). */
export const checkCases: ReadonlyArray<Case> = [
  row("tokens of an account other than the requested one", ["subject-mismatch", null], "access_denied", {
    does: tokensOfHonest
  }),
  row("tokens of another server's account, if the user entered a server", ["issuer-mismatch", null], "access_denied", {
    hint: "server",
    does: tokensOfHonest
  }),
  row(
    "tokens of an account that cannot be found",
    ["identity-unresolvable", "unreachable"],
    "temporarily_unavailable",
    {
      hint: "server",
      does: tokensOfNobody
    }
  ),
  row("an account that moves during sign-in", ["issuer-mismatch", null], "access_denied", {
    later: { [documentPath]: movedToHonest }
  }),
  row(
    "an account that is deleted during sign-in",
    ["identity-unresolvable", "did-not-found"],
    "temporarily_unavailable",
    {
      later: { [documentPath]: bad.status(410) }
    }
  ),
  row("an account whose document times out", ["identity-unresolvable", "unreachable"], "temporarily_unavailable", {
    later: { [documentPath]: bad.silence }
  }),
  row(
    "an account whose document has become that of another account",
    ["identity-unresolvable", "document-malformed"],
    "temporarily_unavailable",
    {
      later: { [documentPath]: (response, { honest }) => json(response, didDocument(honest)) }
    }
  ),
  row("a PDS that has changed its authorization server", ["issuer-mismatch", null], "access_denied", {
    later: {
      [resourcePath]: (response, { honest, pds }) =>
        json(response, { ...resourceMetadata(pds.url), authorization_servers: [honest.url] })
    }
  }),
  row("a PDS that no longer has metadata", ["upstream-refused", "metadata-invalid"], "server_error", {
    later: { [resourcePath]: bad.status(404) }
  }),
  row("a server whose metadata now times out", ["upstream-unavailable", "timeout"], "temporarily_unavailable", {
    later: { [serverPath]: bad.silence }
  }),
  row("a server whose revocation never completes", ["subject-mismatch", null], "access_denied", {
    does: { ...tokensOfHonest, "/revoke": bad.silence }
  }),
  row("a server that does not revoke tokens", ["subject-mismatch", null], "access_denied", {
    does: { ...tokensOfHonest, "/revoke": bad.status(500) }
  })
];
