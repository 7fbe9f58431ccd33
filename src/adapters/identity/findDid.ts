import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { Did } from "../../domain/atproto/Did.ts";
import type { Handle } from "../../domain/atproto/Handle.ts";
import type { IdentityUnresolvable } from "../../domain/identity/IdentityResolver.ts";
import { strictJson } from "../../domain/json/strictJson.ts";
import type { OutboundHttp } from "../../domain/outbound/OutboundHttp.ts";
import type { TxtRecords } from "./TxtRecords.ts";
import { unresolvable } from "./unresolvable.ts";

/** The sources for resolving handles. */
export interface HandleSources {
  readonly http: OutboundHttp["Type"];
  readonly txt: TxtRecords["Type"];
  /** Development only: PDSes that are queried first, for handles that are not in DNS. */
  readonly handleResolverUrls: ReadonlyArray<string>;
}

const decodeDid = Schema.decodeUnknownOption(Did);
const decodeResolved = Schema.decodeOption(strictJson(Schema.Struct({ did: Did })));

/** The time limit for DNS in milliseconds, after which it counts as having no record. */
const txtTimeoutMs = 3_000;

/** Top-level domains that do not exist in public DNS (AT Protocol, Handle; RFC 6761). */
const isReserved = (handle: Handle): boolean =>
  /\.(alt|arpa|example|internal|invalid|local|localhost|onion|test)$/.test(handle);

/** The result of one source for a handle: a DID, nothing, contradictory DIDs, or unavailable. */
type SourceResult =
  | { readonly _tag: "Names"; readonly did: Did }
  | { readonly _tag: "NoRecord" | "Contradicts" | "Unavailable" };

const names = (did: Option.Option<Did>): SourceResult =>
  Option.match(did, { onNone: () => ({ _tag: "NoRecord" }), onSome: (found) => ({ _tag: "Names", did: found }) });

const fromTxt = ({ txt }: HandleSources, handle: Handle): Effect.Effect<SourceResult> =>
  txt.lookup(`_atproto.${handle}`).pipe(
    Effect.timeoutFail({ duration: txtTimeoutMs, onTimeout: () => "late" }),
    Effect.map((records): SourceResult => {
      const values = new Set(records.filter((record) => record.startsWith("did=")).map((record) => record.slice(4)));
      const [first] = values;
      return values.size > 1 ? { _tag: "Contradicts" } : names(decodeDid(first));
    }),
    Effect.orElseSucceed((): SourceResult => ({ _tag: "Unavailable" }))
  );

const fromWellKnown = ({ http }: HandleSources, handle: Handle): Effect.Effect<SourceResult> =>
  http.send({ method: "GET", url: `https://${handle}/.well-known/atproto-did`, maxBytes: 4_096, redirects: 3 }).pipe(
    Effect.map(({ body, status }) => names(status === 200 ? decodeDid(body.trim()) : Option.none())),
    Effect.orElseSucceed((): SourceResult => ({ _tag: "Unavailable" }))
  );

/** A resolver that fails, or reports an error of its own, says nothing about whether the handle exists. */
const fromResolver =
  ({ http }: HandleSources, handle: Handle) =>
  (resolver: string): Effect.Effect<SourceResult> =>
    http.send({ method: "GET", url: `${resolver}/xrpc/com.atproto.identity.resolveHandle?handle=${handle}` }).pipe(
      Effect.map(({ body, status }): SourceResult => {
        if (status >= 500) return { _tag: "Unavailable" };
        return names(status === 200 ? Option.map(decodeResolved(body), ({ did }) => did) : Option.none());
      }),
      Effect.orElseSucceed((): SourceResult => ({ _tag: "Unavailable" }))
    );

/** Both sources are queried concurrently. DNS takes precedence, so that the result does not depend on which is faster. */
const fromPublicNames = Effect.fnUntraced(function* (sources: HandleSources, handle: Handle) {
  const wellKnown = yield* Effect.fork(fromWellKnown(sources, handle));
  const txt = yield* Effect.onInterrupt(fromTxt(sources, handle), () => Fiber.interrupt(wellKnown));
  if (txt._tag === "Names" || txt._tag === "Contradicts") {
    yield* Fiber.interruptFork(wellKnown);
    return txt;
  }
  const result = yield* Fiber.join(wellKnown);
  return result._tag === "Names" ? result : txt;
});

/** Resolves a handle to its DID (AT Protocol, Handle Resolution). It does not check that the DID lists the handle. */
export const findDid: (sources: HandleSources, handle: Handle) => Effect.Effect<Did, IdentityUnresolvable> =
  Effect.fnUntraced(function* (sources, handle) {
    const results = yield* Effect.forEach(sources.handleResolverUrls, fromResolver(sources, handle), {
      concurrency: "unbounded"
    });
    const local = results.find((result) => result._tag === "Names");
    if (local !== undefined) return local.did;
    const isUncertain = results.some((result) => result._tag === "Unavailable");
    const absent = unresolvable(handle, isUncertain ? "unreachable" : "handle-not-found");
    if (isReserved(handle)) return yield* absent;
    const result = yield* fromPublicNames(sources, handle);
    switch (result._tag) {
      case "Names":
        return result.did;
      case "Unavailable":
        return yield* unresolvable(handle, "unreachable");
      case "Contradicts":
        return yield* unresolvable(handle, "handle-not-found");
      case "NoRecord":
        return yield* absent;
    }
  });
