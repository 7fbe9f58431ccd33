import { json } from "../support/scriptedServer.ts";
import type { Case } from "./Case.ts";
import { didDocument, documentPath, type Misbehaviour } from "./HostilePds.ts";
import * as bad from "./misbehave.ts";

type Detail = Case["event"][1];

const row = (name: string, does: Misbehaviour, detail: Detail, shows: string): Case => ({
  name: `a DID document ${name}`,
  step: "account",
  does: { [documentPath]: does },
  event: ["identity-unresolvable", detail],
  shows
});

const malformed = (name: string, does: Misbehaviour): Case => row(name, does, "document-malformed", "invalid_request");
const late = (name: string, does: Misbehaviour): Case => row(name, does, "unreachable", "temporarily_unavailable");

/** A document that names a PDS elsewhere. */
const living =
  (serviceEndpoint: unknown): Misbehaviour =>
  (response, { pds }) =>
    json(
      response,
      didDocument(pds, { service: [{ id: "#atproto_pds", type: "AtprotoPersonalDataServer", serviceEndpoint }] })
    );

const refused = (name: string, address: string): Case => ({
  name: `a PDS ${name}`,
  step: "account",
  does: { [documentPath]: living(address) },
  event: ["upstream-refused", "address-refused"],
  shows: "invalid_request"
});

/** The account's own document, which a hostile host serves for `did:web`. */
export const accountCases: ReadonlyArray<Case> = [
  malformed("that is HTML", bad.html),
  malformed("of another account", (response, { honest, pds }) =>
    json(response, { ...didDocument(pds), id: honest.did })
  ),
  malformed("of two accounts", (response, { honest, pds }) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(didDocument(pds)).replace("{", `{"id":"${honest.did}",`))
  ),
  malformed("of 5 MB", bad.fiveMegabytes),
  malformed("that is a gzip bomb", bad.gzipBomb),
  malformed("that is compressed twice", bad.gzipTwice),
  malformed("that does not match its encoding", bad.noGzip),
  malformed("that is nested endlessly", bad.deeplyNested),
  malformed("that is not UTF-8", bad.notUtf8),
  malformed("behind a redirect to cloud metadata", bad.redirectToClouds),
  malformed("that is another protocol", bad.notHttp),
  late("that trickles in", bad.drippingBody),
  late("that never arrives", bad.silence),
  late("behind a connection that is reset", bad.reset),
  late("behind a server error", bad.status(500)),
  row("that is gone", bad.status(410), "did-not-found", "invalid_request"),
  row(
    "without a PDS",
    (response, { pds }) => json(response, didDocument(pds, { service: [] })),
    "no-pds",
    "invalid_request"
  ),
  row("with a PDS that has a path", living("https://pds.example.com/path"), "no-pds", "invalid_request"),
  row("with a PDS that is a script", living("javascript:alert(1)"), "no-pds", "invalid_request"),
  refused("at a cloud metadata address", "https://169.254.169.254"),
  refused("at a private address in hexadecimal", "https://0x0a000001"),
  refused("at a mapped address", "https://[::ffff:127.0.0.1]"),
  refused("at a name that resolves to a private address", "https://private.example.com"),
  refused("at a name that resolves to a public and a private address", "https://mixed.example.com"),
  refused("at the port of a mail server", "https://mail.example.com:25"),
  refused("in a local network", "http://router.lan")
];
