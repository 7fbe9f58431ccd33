import * as Effect from "effect/Effect";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { type DoctorCheck, type Finding, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";
import { docsPath } from "../../domain/documentation/docsUrl.ts";

/** The settings that say how the public reaches a service. */
export type Deployment = Pick<Configuration, "baseUrl" | "production" | "trustedProxies">;

/** The top-level domains that only a network of one's own resolves, or none (RFC 2606, RFC 6761, RFC 6762). */
const privateDomains = /(?:^|\.)(?:localhost|test|local|internal|home\.arpa|example|invalid)$/;

/** Says whether a URL is one that anybody may request: with https, and at a name that is not private. */
const isPublic = (url: string): boolean => {
  const { hostname, protocol } = new URL(url);
  return protocol === "https:" && /\.[a-z][a-z0-9-]*$/.test(hostname) && !privateDomains.test(hostname);
};

const modeFinding = ({ baseUrl, production }: Deployment): Finding => {
  if (production) return ok("production");
  return isPublic(baseUrl)
    ? problem(`development, at the public URL ${baseUrl}`, "set NODE_ENV=production, and the keys that it requires")
    : ok(`development, at ${baseUrl}`);
};

const proxyFinding = ({ baseUrl, production, trustedProxies }: Deployment, isChosen: boolean): Finding => {
  if (trustedProxies !== 0) return ok("TRUST_PROXY names the proxies in front of the service");
  if (isChosen) return ok("TRUST_PROXY is 0");
  return production && new URL(baseUrl).protocol === "https:"
    ? problem(
        "a proxy serves https in front of this service, but TRUST_PROXY is not set: all clients share its address and its limits",
        `set TRUST_PROXY to the number of proxies, or to 0 if they name no clients (see ${docsPath("operations", "put-a-proxy-in-front")} of an instance)`
      )
    : skipped("the service is reached without a proxy");
};

/** The checks of how the public reaches this service; `isChosen` if the environment sets TRUST_PROXY. */
export const proxyChecks = (deployment: Deployment, isChosen: boolean): ReadonlyArray<DoctorCheck> => [
  { name: "mode", title: "Mode", run: Effect.sync(() => modeFinding(deployment)) },
  { name: "proxy", title: "Proxies in front", run: Effect.sync(() => proxyFinding(deployment, isChosen)) }
];
