import * as Cache from "effect/Cache";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { Did } from "../../domain/atproto/Did.ts";
import type { Handle } from "../../domain/atproto/Handle.ts";
import { type Identity, IdentityResolver, type IdentityUnresolvable } from "../../domain/identity/IdentityResolver.ts";
import { OutboundHttp } from "../../domain/identity/OutboundHttp.ts";
import { strictJson } from "../../domain/identity/StrictJson.ts";
import { claimedHandle, DidDocument, pdsOrigin } from "./DidDocument.ts";
import { didDocumentUrl } from "./didDocumentUrl.ts";
import { findDid, type HandleSources } from "./findDid.ts";
import { TxtRecords } from "./TxtRecords.ts";
import { unresolvable, withoutAnswer } from "./unresolvable.ts";

export interface IdentityOptions {
  /** The PLC directory's address, without a slash at its end. */
  readonly plcDirectoryUrl: string;
  /** Development only: PDSes that resolve handles which are not in DNS, such as `alice.test`. */
  readonly handleResolverUrls: ReadonlyArray<string>;
  /** Development only: lets a document name a PDS, and a `did:web` a host, on this machine. */
  readonly allowLoopback: boolean;
}

interface Source extends HandleSources, IdentityOptions {}

const remembered = 10_000;
/** Less than the ten minutes that AT Protocol OAuth allows while somebody signs in. */
const rememberedFor = "5 minutes";
const failuresFor = "1 second";
/** Milliseconds that a DID waits for its own handle to be confirmed, before it goes without one. */
const confirmedWithin = 3_000;

/** `IdentityResolver` by DNS, HTTPS and the PLC directory, every address guarded. */
export const layer = (options: IdentityOptions): Layer.Layer<IdentityResolver, never, OutboundHttp | TxtRecords> =>
  Layer.effect(
    IdentityResolver,
    Effect.gen(function* () {
      const source = { ...options, http: yield* OutboundHttp, txt: yield* TxtRecords };
      const byHandle = yield* remember((handle: Handle) => resolveHandle(source, handle));
      const byDid = yield* remember((did: Did) => resolveDid(source, did));
      return IdentityResolver.of({
        resolveHandle: (handle) => shared(byHandle.get(handle)),
        resolveDid: (did) => shared(byDid.get(did)),
        resolveDidFresh: (did) => Effect.tap(resolveDid(source, did), (identity) => byDid.set(did, identity))
      });
    })
  );

/** Several callers wait for one look-up, so that it must outlive the one that happened to start it. */
const shared = <A, E>(lookup: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.flatMap(Effect.forkDaemon(lookup), Fiber.join);

const remember = <Key extends string>(lookup: (key: Key) => Effect.Effect<Identity, IdentityUnresolvable>) =>
  Cache.makeWith({
    capacity: remembered,
    lookup,
    timeToLive: Exit.match({ onFailure: () => failuresFor, onSuccess: () => rememberedFor })
  });

const fetchDocument = (source: Source, did: Did): Effect.Effect<DidDocument, IdentityUnresolvable> =>
  Effect.gen(function* () {
    const url = yield* Effect.mapError(didDocumentUrl(did, source.plcDirectoryUrl, source.allowLoopback), (reason) =>
      unresolvable(did, reason)
    );
    const { body, status } = yield* Effect.mapError(
      source.http.send({ method: "GET", url, headers: { accept: "application/did+ld+json, application/json" } }),
      withoutAnswer(did)
    );
    if (status === 404 || status === 410) return yield* unresolvable(did, "did-not-found");
    if (status !== 200) return yield* unresolvable(did, "unreachable");
    const document = yield* Effect.mapError(decodeDocument(body), () => unresolvable(did, "document-malformed"));
    return document.id === did ? document : yield* unresolvable(did, "document-malformed");
  });
const decodeDocument = Schema.decode(strictJson(DidDocument));

const pdsOf = (source: Source, did: Did, document: DidDocument): Effect.Effect<string, IdentityUnresolvable> =>
  Effect.mapError(pdsOrigin(document, source.allowLoopback), () => unresolvable(did, "no-pds"));

const resolveHandle = Effect.fn("IdentityResolver.resolveHandle")(
  function* (source: Source, handle: Handle) {
    const did = yield* findDid(source, handle);
    const document = yield* fetchDocument(source, did);
    if (Option.getOrNull(claimedHandle(document)) !== handle)
      return yield* unresolvable(handle, "handle-not-confirmed");
    return { did, handle, pds: yield* pdsOf(source, did, document) } satisfies Identity;
  },
  (resolution, _, handle) => Effect.mapError(resolution, ({ reason }) => unresolvable(handle, reason))
);

/** The handle that a document claims, if that handle names the DID. */
const confirmedHandle = (source: Source, did: Did, document: DidDocument): Effect.Effect<Handle | null> =>
  claimedHandle(document).pipe(
    Effect.flatMap((handle) =>
      Effect.map(findDid(source, handle), (named) => (named === did ? handle : null)).pipe(
        Effect.timeout(confirmedWithin)
      )
    ),
    Effect.orElseSucceed(() => null)
  );

const resolveDid = Effect.fn("IdentityResolver.resolveDid")(function* (source: Source, did: Did) {
  const document = yield* fetchDocument(source, did);
  const pds = yield* pdsOf(source, did, document);
  return { did, handle: yield* confirmedHandle(source, did, document), pds } satisfies Identity;
});
