import { isValidHandle } from "@atproto/syntax";
import * as Either from "effect/Either";
import type { Did } from "../../domain/atproto/Did.ts";
import type { IdentityUnresolvable } from "../../domain/identity/IdentityResolver.ts";

type Refusal = Extract<IdentityUnresolvable["reason"], "did-method-unsupported" | "did-not-found">;

const plc = /^did:plc:[a-z2-7]{24}$/;
const loopback = /^localhost(%3A\d{1,5})?$/;

/**
 * Returns the URL of the document of a DID: at the directory for `did:plc`, at the well-known path of the host for
 * `did:web`, which in AT Protocol has no path, and a port only on this machine.
 */
export const didDocumentUrl = (
  did: Did,
  plcDirectoryUrl: string,
  allowLoopback: boolean
): Either.Either<string, Refusal> => {
  const [, method, ...parts] = did.split(":");
  const host = parts.join(":");
  if (method === "plc") return plc.test(did) ? Either.right(`${plcDirectoryUrl}/${did}`) : Either.left("did-not-found");
  if (method !== "web") return Either.left("did-method-unsupported");
  if (allowLoopback && loopback.test(host))
    return Either.right(`http://${host.replace("%3A", ":")}/.well-known/did.json`);
  return isValidHandle(host) ? Either.right(`https://${host}/.well-known/did.json`) : Either.left("did-not-found");
};
