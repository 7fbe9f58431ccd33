import { describe, expect, it } from "vitest";
import type { Answer } from "./HttpWire.ts";
import { SeenSecrets } from "./SeenSecrets.ts";
import { encodingsOf, findLeaks } from "./sweep.ts";

const secret = "refresh_Zk3xAq-7vT_9pLmN0sWcYbRd2UeHfGjKiOoPqStUvWx";
const secrets = new Map([[secret, "a refresh token"]]);

const planted: Readonly<Record<string, string>> = {
  raw: `a line of a log with ${secret} in it`,
  base64: Buffer.from(`{"token":"${secret}"}`).toString("base64"),
  "base64, one byte on": Buffer.from(`x{"token":"${secret}"}`).toString("base64"),
  "base64, two bytes on": Buffer.from(`xy{"token":"${secret}"}`).toString("base64"),
  base64url: Buffer.from(`-${secret}-`).toString("base64url"),
  hexadecimal: Buffer.from(secret).toString("hex"),
  "hexadecimal in upper case": Buffer.from(secret).toString("hex").toUpperCase(),
  "the bytes it stands for": `\\x${Buffer.from(secret.slice("refresh_".length), "base64url").toString("hex")}`,
  "in a URL": `https://app.example/?t=${encodeURIComponent(secret)}&x`
};

const answer = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  text,
  headers,
  header: (name) => headers[name] ?? null,
  lines: (name) => (headers[name] === undefined ? [] : [headers[name]]),
  cookies: []
});

describe("the sweep", () => {
  it.each(Object.entries(planted))("finds a secret planted as %s", (_, text) => {
    const leaks = findLeaks(secrets, { somewhere: `before ${text} after` });
    expect(leaks.length).toBeGreaterThan(0);
    expect(JSON.stringify(leaks)).not.toContain(secret);
  });

  it("finds nothing in what may be kept", async () => {
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(secret)));
    const kept = [hash.toString("hex"), hash.toString("base64url"), "refresh_", secret.slice(0, 20)].join("\n");
    expect(findLeaks(secrets, { kept })).toEqual([]);
  });

  it("tells apart secrets that begin alike", () => {
    const two = new Map([
      [`${secret}one`, "one"],
      [`${secret}two`, "two"]
    ]);
    expect(findLeaks(two, { log: `${secret}two` }).map(({ kind }) => kind)).toContain("two");
    expect(findLeaks(two, { log: `${secret}two` }).map(({ kind }) => kind)).not.toContain("one");
  });

  it("searches each in all its forms", () => {
    expect(new Set(encodingsOf(secret).map(([encoding]) => encoding)).size).toBe(7);
  });

  it("learns secrets from what goes over the wire", () => {
    const seen = new SeenSecrets();
    const url = new URL("https://as.example/oauth/token?code=a-code-in-the-query-string");
    const sent = {
      method: "POST",
      headers: {
        dpop: "a-proof-of-possession",
        authorization: `Basic ${Buffer.from("client:a-secret-of-the-client").toString("base64")}`
      },
      body: "code_verifier=a-verifier-of-the-code&scope=not-secret-at-all"
    };
    seen.hear(url, sent, answer(200, '{"access_token":"an-access-token-issued","scope":"atproto and so on"}'));
    seen.hear(url, {}, answer(303, "", { location: "https://app.example/cb?code=a-code-by-redirect&state=x" }));
    const kinds = [...seen.all.keys()];
    for (const known of [
      "a-code-in-the-query-string",
      "a-proof-of-possession",
      "a-secret-of-the-client",
      "a-verifier-of-the-code",
      "an-access-token-issued",
      "a-code-by-redirect"
    ])
      expect(kinds).toContain(known);
    expect(kinds).not.toContain("not-secret-at-all");
  });

  it("keeps the bodies of errors, to be searched", () => {
    const seen = new SeenSecrets();
    seen.hear(new URL("https://as.example/oauth/token"), {}, answer(400, `{"error_description":"${secret} is wrong"}`));
    const text = seen.errorBodies.map((body) => body.text).join("\n");
    expect(findLeaks(secrets, { errors: text }).length).toBeGreaterThan(0);
  });
});
