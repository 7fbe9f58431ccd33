import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Did } from "../../domain/atproto/Did.ts";
import type { IdentityUnresolvable } from "../../domain/identity/IdentityResolver.ts";
import { strictJson } from "../../domain/json/strictJson.ts";
import type { OutboundHttp } from "../../domain/outbound/OutboundHttp.ts";
import { DidDocument } from "./DidDocument.ts";
import { didDocumentUrl } from "./didDocumentUrl.ts";
import { tombstone, unresolvable, unresolvableFrom } from "./unresolvable.ts";

/** Where DID documents are fetched. */
export interface DocumentSource {
  readonly http: OutboundHttp["Type"];
  /** The URL of the PLC directory, without a trailing slash. */
  readonly plcDirectoryUrl: string;
  /** Development only: allows a `did:web` host on this machine. */
  readonly allowLoopback: boolean;
}

const decodeDocument = Schema.decode(strictJson(DidDocument));

/** Fetches the document of a DID, and checks that it is the document of that DID. */
export const fetchDidDocument: (source: DocumentSource, did: Did) => Effect.Effect<DidDocument, IdentityUnresolvable> =
  Effect.fnUntraced(function* (source, did) {
    const url = yield* Effect.mapError(didDocumentUrl(did, source.plcDirectoryUrl, source.allowLoopback), (reason) =>
      unresolvable(did, reason)
    );
    const { body, status } = yield* Effect.mapError(
      source.http.send({ method: "GET", url, headers: { accept: "application/did+ld+json, application/json" } }),
      unresolvableFrom(did)
    );
    if (status === 410 && did.startsWith("did:plc:")) return yield* tombstone(did);
    if (status === 404 || status === 410) return yield* unresolvable(did, "did-not-found");
    if (status !== 200) return yield* unresolvable(did, "unreachable");
    const document = yield* Effect.mapError(decodeDocument(body), () => unresolvable(did, "document-malformed"));
    return document.id === did ? document : yield* unresolvable(did, "document-malformed");
  });
