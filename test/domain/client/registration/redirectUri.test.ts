import { assert, describe, it } from "@effect/vitest";
import * as Option from "effect/Option";
import * as fc from "fast-check";
import { redirectUriFault, redirectUriMatches } from "../../../../src/domain/client/registration/redirectUri.ts";

describe("redirectUriMatches", () => {
  const registered = "https://app.example/callback";

  it.each([
    "https://app.example/callback/",
    "https://app.example/Callback",
    "https://APP.example/callback",
    "HTTPS://app.example/callback",
    "https://app.example/callback?x=1",
    "https://app.example/callback#x",
    "https://app.example:443/callback",
    "https://app.example%2Fcallback",
    "https://app.example/%63allback",
    "https://app.example/x/../callback",
    "https://app.example/x/%2e%2e/callback",
    "https://app.example./callback",
    "https://аpp.example/callback",
    " https://app.example/callback",
    "https://app.example/callback\n"
  ])("RU-01 refuses the near miss %j", (requested) => {
    assert.isFalse(redirectUriMatches(registered, requested));
  });

  it.each([
    "https://app.example/callback.evil",
    "https://app.example.evil/callback",
    "https://evil.app.example/callback",
    "https://*.example/callback",
    "https://app.example@evil.example/callback",
    "https://evil.example/https://app.example/callback",
    "https://app.example\\@evil.example/callback",
    "https:\\\\app.example/callback",
    "https://evil.example\\.app.example/callback",
    "//app.example/callback",
    "/callback",
    ""
  ])("RU-02 refuses the trick %j", (requested) => {
    assert.isFalse(redirectUriMatches(registered, requested));
  });

  it.each(["127.0.0.1", "[::1]", "localhost"])("RU-03, RU-04, RU-06, RU-07 accepts any port of %s", (host) => {
    for (const port of ["", ":80", ":1024", ":49152", ":65535"]) {
      assert.isTrue(redirectUriMatches(`http://${host}/cb`, `http://${host}${port}/cb`));
      assert.isTrue(redirectUriMatches(`http://${host}:8080/cb?a=b`, `http://${host}${port}/cb?a=b`));
      assert.isTrue(redirectUriMatches(`http://${host}`, `http://${host}${port}`));
    }
  });

  it.each([
    ["http://127.0.0.1/cb", "http://127.0.0.1:1024/other"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:1024/cb/"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:1024/cb?x"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:1024/cb#x"],
    ["http://127.0.0.1/cb", "https://127.0.0.1:1024/cb"],
    ["http://127.0.0.1/cb", "http://localhost/cb"],
    ["http://localhost/cb", "http://127.0.0.1/cb"],
    ["http://127.0.0.1/cb", "http://[::1]/cb"],
    ["http://[::1]/cb", "http://localhost:1/cb"],
    ["http://127.0.0.1/cb", "http://127.1:1024/cb"],
    ["http://127.0.0.1/cb", "http://0x7f000001:1024/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:65536/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:1@evil.example/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:1\\@evil.example/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1.evil.example:1/cb"],
    ["http://127.0.0.1/cb", "HTTP://127.0.0.1:1/cb"]
  ])("RU-05 refuses for %j the loopback %j", (ours, requested) => {
    assert.isFalse(redirectUriMatches(ours, requested));
  });

  it.each(["https://127.0.0.1/cb", "https://localhost/cb", "https://[::1]/cb"])(
    "RU-07 holds %s to its port",
    (ours) => {
      assert.isFalse(redirectUriMatches(ours, ours.replace("/cb", ":8443/cb")));
      assert.isTrue(redirectUriMatches(ours, ours));
    }
  );

  it("matches only equal URIs outside loopback", () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.webUrl(), (ours, requested) => {
        assert.isTrue(redirectUriMatches(ours, ours));
        assert.strictEqual(redirectUriMatches(ours, requested), ours === requested);
      })
    );
  });
});

describe("redirectUriFault", () => {
  it.each([
    "https://app.example/callback",
    "https://app.example",
    "https://app.example:8443/callback?tenant=1",
    "http://127.0.0.1/cb",
    "http://127.0.0.1:8080/cb",
    "http://[::1]/cb",
    "http://localhost:3000/cb",
    "com.example.app:/callback"
  ])("takes %s", (uri) => {
    assert.deepStrictEqual(redirectUriFault(uri), Option.none());
  });

  it.each([
    ["http://app.example/callback", "http-beyond-loopback"],
    ["http://127.0.0.1.evil.example/cb", "http-beyond-loopback"],
    ["https://app.example/callback#x", "has-fragment"],
    ["https://app.example/callback#", "has-fragment"],
    ["https://user@app.example/callback", "has-userinfo"],
    ["https://user:secret@app.example/callback", "has-userinfo"],
    ["/callback", "not-absolute"],
    ["callback", "not-absolute"],
    ["", "not-absolute"],
    ["https:app.example/callback", "malformed"],
    ["https:/app.example/callback", "malformed"],
    ["https:///app.example/callback", "malformed"],
    ["http:127.0.0.1/cb", "malformed"],
    ["https://app.example\\callback", "malformed"],
    ["https://app.example/call back", "malformed"],
    [" https://app.example/", "malformed"],
    ["https://app.example/\u0000", "malformed"],
    ["https://app.example/\ud800", "malformed"],
    ["https://@app.example/", "has-userinfo"],
    ["https://:@app.example/", "has-userinfo"],
    ["https://", "malformed"],
    ["javascript:alert(1)", "scheme-not-allowed"],
    ["data:text/html,x", "scheme-not-allowed"],
    ["file:///etc/passwd", "scheme-not-allowed"],
    ["blob:https://app.example/1", "scheme-not-allowed"],
    ["ftp://app.example/", "scheme-not-allowed"],
    ["myapp:/callback", "scheme-not-allowed"],
    ["com.example.app:callback", "scheme-not-allowed"],
    ["com.example.app://callback", "scheme-not-allowed"]
  ])("RU-08, RU-09 refuses %j: %s", (uri, fault) => {
    assert.deepStrictEqual(redirectUriFault(uri), Option.some(fault));
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void redirectUriFault(text)));
  });
});
