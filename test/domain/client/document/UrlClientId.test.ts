import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import { isUrlClientId, readUrlClientId } from "../../../../src/domain/client/document/UrlClientId.ts";

const isGood = (clientId: string, development = false) => Either.isRight(readUrlClientId(clientId, development));

describe("an address as client id", () => {
  it.each([
    "https://app.example.com/client.json",
    "https://app.example.com/client",
    "https://app.example.com/a/b/c.json?version=2",
    "https://app.example.com:8443/client.json",
    "https://xn--pp-6kc.example/client.json"
  ])("takes %s", (clientId) => {
    assert.isTrue(isGood(clientId));
    assert.isTrue(isUrlClientId(clientId));
  });

  it.each([
    "https://app.example.com",
    "https://app.example.com/",
    "https://app.example.com/./client.json",
    "https://app.example.com/a/%2E%2E/client.json",
    "https://app.example.com/client.json#",
    "https://app.example.com/client.json#x",
    "https://@app.example.com/client.json",
    "https://a:b@app.example.com/client.json",
    "https://APP.example.com/client.json",
    "https://app.example.com:443/client.json",
    "https://аpp.example/client.json",
    "https://app.example.com\\client.json",
    "https:app.example.com/client.json",
    "https:/app.example.com/client.json",
    " https://app.example.com/client.json",
    "https://app.example.com/client .json",
    "https://8.8.8.8/client.json",
    "https://0x08080808/client.json",
    "https://[2001:4860:4860::8888]/client.json",
    "https://intranet/client.json",
    "http://app.example.com/client.json",
    "http://localhost",
    "http://127.0.0.1/client.json",
    "http://localhost.evil.example/client.json"
  ])("refuses %s", (clientId) => {
    assert.isFalse(isGood(clientId));
  });

  it("accepts loopback addresses in development only", () => {
    for (const clientId of [
      "http://localhost",
      "http://localhost/",
      "http://127.0.0.1:5173/c.json",
      "http://[::1]:1/c.json"
    ]) {
      assert.deepStrictEqual([isGood(clientId, true), isGood(clientId)], [true, false], clientId);
    }
    for (const clientId of [
      "http://app.example.com/c.json",
      "http://localhost:1",
      "http://127.0.0.1",
      "http://localhost/x"
    ]) {
      assert.isFalse(isGood(clientId, true), clientId);
    }
  });

  it("reads redirect URIs and scope from a loopback id, form-decoded", () => {
    const id =
      "http://localhost?redirect_uri=http%3A%2F%2F127.0.0.1%2Fa+b&redirect_uri=http://[::1]/&scope=atproto+transition%3Ageneric";
    assert.deepStrictEqual(Either.getOrThrow(readUrlClientId(id, true)), {
      _tag: "Loopback",
      redirectUris: ["http://127.0.0.1/a b", "http://[::1]/"],
      scope: "atproto transition:generic"
    });
    assert.deepStrictEqual(Either.getOrThrow(readUrlClientId("http://localhost", true)), {
      _tag: "Loopback",
      redirectUris: ["http://127.0.0.1/", "http://[::1]/"],
      scope: "atproto"
    });
  });

  it("rejects a URL that is not in normalized form", () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.boolean(), (url, development) => {
        const read = readUrlClientId(url, development);
        if (Either.isRight(read) && read.right._tag === "Document") assert.strictEqual(new URL(url).href, url);
      })
    );
    fc.assert(fc.property(fc.string(), fc.boolean(), (text, development) => void readUrlClientId(text, development)));
  });
});
