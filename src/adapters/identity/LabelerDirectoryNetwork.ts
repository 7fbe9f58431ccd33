import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Did } from "../../domain/atproto/Did.ts";
import type { IdentityUnresolvable } from "../../domain/identity/IdentityResolver.ts";
import {
  LabelerDirectory,
  type LabelerIdentity,
  LabelerUnresolvable,
  type UnresolvableReason
} from "../../domain/labeler/LabelerDirectory.ts";
import { OutboundHttp } from "../../domain/outbound/OutboundHttp.ts";
import { parseMultikey } from "../../domain/sync/repository/parseMultikey.ts";
import { labelerOrigin } from "./DidDocument.ts";
import { type DocumentSource, fetchDidDocument } from "./fetchDidDocument.ts";
import { labelKeyOf } from "./signingKeyOf.ts";

/** The reasons that concern a handle or a PDS do not occur. */
const reasons: Readonly<Record<IdentityUnresolvable["reason"], UnresolvableReason>> = {
  "handle-not-found": "did-not-found",
  "handle-not-confirmed": "did-not-found",
  "did-not-found": "did-not-found",
  "did-method-unsupported": "did-method-unsupported",
  "document-malformed": "document-malformed",
  "no-pds": "document-malformed",
  "address-refused": "address-refused",
  unreachable: "unreachable"
};

const resolve: (source: DocumentSource, did: Did) => Effect.Effect<LabelerIdentity, LabelerUnresolvable> =
  Effect.fnUntraced(function* (source, did) {
    const unresolvable = (reason: UnresolvableReason) => new LabelerUnresolvable({ did, reason });
    const document = yield* Effect.mapError(fetchDidDocument(source, did), ({ reason }) =>
      unresolvable(reasons[reason])
    );
    const endpoint = yield* Effect.mapError(labelerOrigin(document, source.allowLoopback), () =>
      unresolvable("no-labeler-service")
    );
    const key = yield* Option.filter(labelKeyOf(document), (multikey) => parseMultikey(multikey) !== null).pipe(
      Effect.mapError(() => unresolvable("no-label-key"))
    );
    return { did, endpoint, key };
  });

/** Implements `LabelerDirectory` with HTTPS and the PLC directory. Every address is checked. */
export const layer = (options: Omit<DocumentSource, "http">): Layer.Layer<LabelerDirectory, never, OutboundHttp> =>
  Layer.effect(
    LabelerDirectory,
    Effect.map(OutboundHttp, (http) => LabelerDirectory.of({ resolve: (did) => resolve({ ...options, http }, did) }))
  );
