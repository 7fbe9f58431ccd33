import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type IdentityOptions, layer } from "../../../src/adapters/identity/IdentityResolverNetwork.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { Handle } from "../../../src/domain/atproto/Handle.ts";
import { IdentityResolver } from "../../../src/domain/identity/IdentityResolver.ts";
import { type ScriptedNetwork, scripted } from "./scriptedNetwork.ts";

export const plc = "https://plc.directory";
export const did = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");
export const other = Did.make("did:plc:z72i7hdynmk6r22z27h6tvur");
export const handle = Handle.make("alice.example.com");
export const wellKnown = `https://${handle}/.well-known/atproto-did`;
export const pds = "https://pds.example.org";

export const service = (serviceEndpoint: unknown, id = "#atproto_pds", type = "AtprotoPersonalDataServer") => ({
  id,
  type,
  serviceEndpoint
});
export const documentOf = (members: object = {}) =>
  JSON.stringify({ id: did, alsoKnownAs: [`at://${handle}`], service: [service(pds)], ...members });

export const options: IdentityOptions = { plcDirectoryUrl: plc, handleResolverUrls: [], allowLoopback: false };
export const resolver = (network: ScriptedNetwork, changed: Partial<IdentityOptions> = {}) =>
  layer({ ...options, ...changed }).pipe(Layer.provide(scripted(network)));

export const good: ScriptedNetwork = {
  txt: { [`_atproto.${handle}`]: [`did=${did}`] },
  answers: { [`${plc}/${did}`]: documentOf() }
};

export const byHandle = (network: ScriptedNetwork, name: Handle = handle, changed?: Partial<IdentityOptions>) =>
  Effect.flatMap(IdentityResolver, ({ resolveHandle }) => resolveHandle(name)).pipe(
    Effect.provide(resolver(network, changed))
  );
export const byDid = (network: ScriptedNetwork, subject: Did = did, changed?: Partial<IdentityOptions>) =>
  Effect.flatMap(IdentityResolver, ({ resolveDid }) => resolveDid(subject)).pipe(
    Effect.provide(resolver(network, changed))
  );
export const reason = <A>(resolution: Effect.Effect<A, { readonly reason: string }>) =>
  Effect.map(Effect.flip(resolution), (failure) => failure.reason);
