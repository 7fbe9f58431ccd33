import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Did } from "../../domain/atproto/Did.ts";
import type { Handle } from "../../domain/atproto/Handle.ts";
import { traced } from "../../domain/failure/traced.ts";
import { type Identity, IdentityResolver } from "../../domain/identity/IdentityResolver.ts";
import { OutboundHttp } from "../../domain/outbound/OutboundHttp.ts";
import { claimedHandle, pdsOrigin } from "./DidDocument.ts";
import { fetchDidDocument } from "./fetchDidDocument.ts";
import { findDid, type HandleSources } from "./findDid.ts";
import { type LookupCache, makeLookupCache } from "./LookupCache.ts";
import { signingKeyOf } from "./signingKeyOf.ts";
import { TxtRecords } from "./TxtRecords.ts";
import { unresolvable } from "./unresolvable.ts";

export interface IdentityOptions {
  /** The URL of the PLC directory, without a trailing slash. */
  readonly plcDirectoryUrl: string;
  /** Development only: PDSes that resolve handles which are not in DNS, such as `alice.test`. */
  readonly handleResolverUrls: ReadonlyArray<string>;
  /** Development only: allows a PDS and a `did:web` host on this machine. */
  readonly allowLoopback: boolean;
}

interface Source extends HandleSources, IdentityOptions {}

/** The relevant content of a DID document. */
interface Account {
  readonly claimed: Handle | null;
  readonly pds: string;
  readonly signingKey?: string;
}

/** The caches: the DIDs of handles, and the content of DID documents. */
interface Known {
  readonly names: LookupCache<Handle, Did>;
  readonly accounts: LookupCache<Did, Account>;
}

/** The time limit for verifying the handle of a DID, in milliseconds. After it, the account has no handle. */
const confirmationTimeoutMs = 3_000;

/** Implements `IdentityResolver` with DNS, HTTPS and the PLC directory. Every address is checked. */
export const layer = (options: IdentityOptions): Layer.Layer<IdentityResolver, never, OutboundHttp | TxtRecords> =>
  Layer.effect(
    IdentityResolver,
    Effect.gen(function* () {
      const source = { ...options, http: yield* OutboundHttp, txt: yield* TxtRecords };
      const known: Known = {
        names: yield* makeLookupCache((handle: Handle) => findDid(source, handle)),
        accounts: yield* makeLookupCache((did: Did) => readAccount(source, did))
      };
      return IdentityResolver.of({
        resolveHandle: (handle) => resolveHandle(known, handle),
        resolveDid: (did) => resolveDid(known, did, "get"),
        resolveDidFresh: (did) => resolveDid(known, did, "getFresh"),
        findPds: (did, knowledge) =>
          Effect.map(known.accounts[knowledge === "fresh" ? "getFresh" : "get"](did), ({ pds }) => pds)
      });
    })
  );

const readAccount = traced("IdentityResolver.readAccount")(function* (source: Source, did: Did) {
  const document = yield* fetchDidDocument(source, did);
  const pds = yield* Effect.mapError(pdsOrigin(document, source.allowLoopback), () => unresolvable(did, "no-pds"));
  return { claimed: Option.getOrNull(claimedHandle(document)), pds, ...signingKeyOf(document) } satisfies Account;
});

type Resolve = keyof LookupCache<Handle, Did>;

const lookForHandle = Effect.fnUntraced(function* (known: Known, handle: Handle, look: Resolve) {
  const did = yield* known.names[look](handle);
  const { claimed, ...account } = yield* known.accounts[look](did);
  if (claimed !== handle) return yield* unresolvable(handle, "handle-not-confirmed");
  return { did, handle, ...account } satisfies Identity;
});

/** A mismatch of handle and DID may come from cached values of different times, so both are resolved again. */
const resolveHandle = traced("IdentityResolver.resolveHandle")((known: Known, handle: Handle) =>
  lookForHandle(known, handle, "get").pipe(
    Effect.catchIf(
      ({ reason }) => reason === "handle-not-confirmed",
      () => lookForHandle(known, handle, "getFresh")
    ),
    Effect.mapError(({ reason }) => unresolvable(handle, reason))
  )
);

/** Whether a handle that an account claims is confirmed. It is not unresolved if it belongs to another account. */
type Confirmation = Pick<Identity, "handle" | "unresolvedHandle">;

const confirmed = (known: Known, did: Did, claimed: Handle, look: Resolve): Effect.Effect<Confirmation> =>
  known.names[look](claimed).pipe(
    Effect.timeout(confirmationTimeoutMs),
    Effect.match({
      onFailure: () => ({ handle: null, unresolvedHandle: claimed }),
      onSuccess: (named) => ({ handle: named === did ? claimed : null })
    })
  );

const resolveDid = traced("IdentityResolver.resolveDid")(function* (known: Known, did: Did, look: Resolve) {
  const { claimed, ...account } = yield* known.accounts[look](did);
  const names = claimed === null ? { handle: null } : yield* confirmed(known, did, claimed, look);
  return { did, ...names, ...account } satisfies Identity;
});
