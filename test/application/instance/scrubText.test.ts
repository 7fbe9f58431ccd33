import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { scrubText } from "../../../src/application/instance/scrubText.ts";

const scrub = scrubText({
  secrets: ["the secret value", "short"],
  home: "/home/alice",
  machines: ["vm", "node-1.internal", "tidemark"]
});

const cases: ReadonlyArray<readonly [text: string, scrubbed: string]> = [
  ["it is the secret value.", "it is <secret>."],
  ["short words stay, unless they are long enough", "short words stay, unless they are long enough"],
  ["the account did:plc:ewvi7nxzyoun6zhxrhs64oiz was deleted", "the account <did> was deleted"],
  ["did:web:alice.example:user%3A1", "<did>"],
  ["at://did:plc:x/app.bsky.feed.post/3k2a", "<record>"],
  ["https://alice:pw@pds.example:8443/xrpc?code=cod-1", "https://<address>"],
  ["postgres://u:p@db/tidemark", "postgres://<address>"],
  ["no instance answers at 10.0.0.7:8080", "no instance answers at <ip>:8080"],
  ["at 2001:db8::1, or ::1", "at <ip>, or <ip>"],
  ["the handle of alice.bsky.social", "the handle of <name>"],
  ["alice@example.com", "<email>"],
  ["the process on vm and that on node-1.internal", "the process on <machine> and that on <machine>"],
  ["vmlinux and tidemark stay", "vmlinux and tidemark stay"],
  ["PostgreSQL 18.4, version 0.20.0", "PostgreSQL 18.4, version 0.20.0"],
  ["at 2026-11-30T04:12:55.123Z", "at 2026-11-30T04:12:55.123Z"],
  ["keys/signing-key.pem in /home/alice/data", "keys/signing-key.pem in ~/data"],
  ["Authorization: DPoP eyJhbGciOiJFUzI1NiJ9.eyJzdWIi", "Authorization: <token>"],
  ["setup_3v3vq8JPgMnHP15Gm2ZgPFh9rna9RZFg", "<token>"],
  ["ref-0123456789abcdef0123456789abcdef", "<token>"],
  ["requestId=53e31f9a-0c3b-4b1b-9ca0-e37985bf32d6", "requestId=53e31f9a-0c3b-4b1b-9ca0-e37985bf32d6"],
  ["-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----", "<key>"],
  ["The database connections could not be checked", "The database connections could not be checked"]
];

describe("a text for a support bundle", () => {
  for (const [text, scrubbed] of cases) it(text.slice(0, 60), () => assert.strictEqual(scrub(text), scrubbed));

  it("never has a DID, an IP address or a secret, whatever is around it", () => {
    const values = fc.constantFrom(
      "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
      "203.0.113.77",
      "the secret value",
      "alice.bsky.social"
    );
    const around = fc.string({ unit: fc.constantFrom(..." \n\t\"'(),;=[]{}<>|"), maxLength: 4 });
    fc.assert(
      fc.property(values, around, around, (value, before, after) => {
        assert.notInclude(scrub(`x${before} ${value}${after}`), value);
        assert.notInclude(scrub(`x="${value}"${after}`), value);
      })
    );
  });
});
