import assert from "node:assert/strict";
import { type Check, check, NotApplicable, needed } from "../Check.ts";
import { expectError, expectPage, expectStatus, forEachCase } from "../expectations.ts";
import { register } from "../registration.ts";
import { authorize, exchange, login, postAs, redirectUriOf, requestOf } from "../steps.ts";
import type { Target } from "../Target.ts";

/** Each differs from what is registered, though some software would follow it there. */
const nearMisses = (registered: string): Readonly<Record<string, string>> => {
  const url = new URL(registered);
  const { host, pathname, protocol } = url;
  return {
    "trailing slash": `${registered}/`,
    "case of the path": registered.replace(pathname, pathname.toUpperCase()),
    "case of the host": registered.replace(host, host.toUpperCase()),
    "case of the scheme": registered.replace(protocol, protocol.toUpperCase()),
    "added query": `${registered}?x=1`,
    "empty query": `${registered}?`,
    "default port": registered.replace(host, `${host}:443`),
    "encoded slash": registered.replace(pathname, `/%2F${pathname.slice(1)}`),
    "encoded letter": registered.replace(pathname, `/%63${pathname.slice(2)}`),
    "encoded dot segments": registered.replace(pathname, `/%2e%2e${pathname}`),
    "dot segments": registered.replace(pathname, `/x/..${pathname}`),
    homograph: registered.replace("client", "сlient"),
    fragment: `${registered}#x`,
    "trailing dot": registered.replace(host, `${host}.`),
    blank: `${registered} `,
    "line end": `${registered}\r\nx`
  };
};

const tricks = (registered: string): Readonly<Record<string, string>> => {
  const { host, pathname } = new URL(registered);
  return {
    "a path below": `${registered}/evil`,
    "a longer name": `${registered}.evil`,
    wildcard: `https://*.${host}${pathname}`,
    subdomain: `https://evil.${host}${pathname}`,
    "a longer host": `https://${host}.evil.example${pathname}`,
    userinfo: `https://${host}@evil.example${pathname}`,
    "userinfo with colon": `https://${host}:x@evil.example${pathname}`,
    backslash: `https://evil.example\\@${host}${pathname}`,
    "backslash as slash": `https:\\\\${host}${pathname}`,
    "three slashes": `https:///${host}${pathname}`,
    "no scheme": `//${host}${pathname}`,
    "two in one": `${registered},https://evil.example/`,
    NUL: `${registered}\u0000.evil.example`
  };
};

const refusesAll = (cases: (registered: string) => Readonly<Record<string, string>>) => async (target: Target) => {
  const client = target.client("public");
  const misses = cases(redirectUriOf(client));
  await forEachCase(misses, async (redirect_uri) => {
    expectPage(await authorize(target, client, { redirect_uri }), 400);
  });
  if (typeof target.metadata.pushed_authorization_request_endpoint !== "string") return;
  const par = target.endpoint("pushed_authorization_request_endpoint");
  const basic = target.client("basic");
  await forEachCase(misses, async (redirect_uri) => {
    const request = requestOf(target, basic, target.newVerifier(), { redirect_uri });
    expectError(await postAs(target, basic, par, request), 400, "invalid_request", "invalid_redirect_uri");
  });
};

const registeredAs = (target: Target, uri: string): string =>
  needed(
    target.client("public").redirectUris.find((each) => each === uri),
    `needs a client registered for ${uri}`
  );

const ports = ["1024", "49152", "65535"];

const accepts = async (target: Target, redirect_uri: string): Promise<void> =>
  expectStatus(await authorize(target, target.client("public"), { redirect_uri }), 200, 302, 303);

const refuses = async (target: Target, redirect_uri: string): Promise<void> =>
  expectPage(await authorize(target, target.client("public"), { redirect_uri }), 400);

const anyPort = (registered: string) => async (target: Target) => {
  registeredAs(target, registered);
  await accepts(target, registered);
  for (const port of ports) await accepts(target, registered.replace("/cb", `:${port}/cb`));
};

const otherLoopback = async (target: Target): Promise<void> => {
  registeredAs(target, "http://127.0.0.1/cb");
  const cases = {
    "another path": "http://127.0.0.1:9999/cb2",
    query: "http://127.0.0.1:9999/cb?x=1",
    scheme: "https://127.0.0.1:9999/cb",
    "another address": "http://127.0.0.2:9999/cb",
    "short address": "http://127.1:9999/cb",
    "address as a number": "http://2130706433:9999/cb",
    "another name": "http://localhost.evil.example:9999/cb",
    userinfo: "http://x@127.0.0.1:9999/cb",
    "no port": "http://127.0.0.1:/cb",
    "port beyond": "http://127.0.0.1:99999/cb"
  };
  await forEachCase(cases, (uri) => refuses(target, uri));
  const other = target.client("otherPublic");
  for (const host of ["127.0.0.1", "[::1]", "localhost"])
    expectPage(await authorize(target, other, { redirect_uri: `http://${host}/cb` }), 400);
};

const localhostByName = async (target: Target): Promise<void> => {
  await anyPort("http://localhost/cb")(target);
  await refuses(target, "https://localhost:8443/cb");
  await refuses(target, "https://127.0.0.1:8443/cb");
};

const unregistrable = async (target: Target): Promise<void> => {
  const cases: Readonly<Record<string, string>> = {
    "http beyond loopback": "http://client.example/callback",
    fragment: "https://client.example/callback#x",
    "empty fragment": "https://client.example/callback#",
    relative: "/callback",
    javascript: "javascript:alert(1)",
    data: "data:text/html,x",
    file: "file:///etc/passwd",
    blob: "blob:https://client.example/x",
    userinfo: "https://user@client.example/callback",
    "no host": "https:///callback"
  };
  await forEachCase(cases, async (uri) =>
    expectError(await register(target, { redirect_uris: [uri] }), 400, "invalid_redirect_uri")
  );
};

const customSchemes = async (target: Target): Promise<void> => {
  const cases = {
    "without a dot": "myapp:/callback",
    "with an authority": "com.example.app://callback",
    bare: "com.example.app:"
  };
  await forEachCase(cases, async (uri) => {
    const native = { redirect_uris: [uri], application_type: "native", token_endpoint_auth_method: "none" };
    expectError(await register(target, native), 400, "invalid_redirect_uri");
  });
};

const atTheTokenEndpoint = async (target: Target): Promise<void> => {
  const grant = await login(target, target.client("public"));
  expectError(await exchange(target, grant, { redirect_uri: `${grant.redirectUri}/` }), 400, "invalid_grant");
  expectStatus(await exchange(target, grant, { redirect_uri: undefined }), 200);
};

const fixedPort = async (target: Target): Promise<void> => {
  const registered = needed(
    target.client("public").redirectUris.find((each) => /^http:\/\/127\.0\.0\.1:\d+\//.test(each)),
    "needs a client registered for a loopback URI with a port"
  );
  const other = registered.replace(/:\d+\//, ":50001/");
  assert.notEqual(other, registered);
  await accepts(target, other);
};

/** Group RU: which redirect URI is the one that is registered. */
export const redirectChecks: ReadonlyArray<Check> = [
  check("RU-01", "URIs similar to the registered one are refused, at authorize and PAR", refusesAll(nearMisses)),
  check("RU-02", "Prefixes, wildcards, subdomains, userinfo and backslashes are refused", refusesAll(tricks)),
  check("RU-03", "Any port of http://127.0.0.1 is accepted", anyPort("http://127.0.0.1/cb")),
  check("RU-04", "Any port of http://[::1] is accepted", anyPort("http://[::1]/cb")),
  check("RU-05", "A loopback URI with another path, query, scheme or host is refused", otherLoopback),
  check("RU-06", "A loopback URI registered with a port is accepted with another port", fixedPort),
  check("RU-07", "Any port of http://localhost is accepted, another port of https is refused", localhostByName),
  check("RU-08", "URIs that no client may register are refused", async (target) => {
    if (typeof target.metadata.registration_endpoint !== "string")
      throw new NotApplicable("the metadata names no registration_endpoint");
    await unregistrable(target);
  }),
  check(
    "RU-09",
    "Custom schemes that are not in reverse-domain form, or have an authority, are refused",
    customSchemes
  ),
  check(
    "RU-10",
    "At the token endpoint another redirect_uri is refused, and an absent one accepted",
    atTheTokenEndpoint
  )
];
