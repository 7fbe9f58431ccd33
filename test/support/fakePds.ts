import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as OutboundHttpUndici from "../../src/adapters/outbound/OutboundHttpUndici.ts";
import { generateDpopKey } from "../../src/adapters/pds/dpop/generateDpopKey.ts";
import * as RepositoryXrpc from "../../src/adapters/pds/repository/RepositoryXrpc.ts";
import { type Identity, IdentityResolver } from "../../src/domain/identity/IdentityResolver.ts";
import type { JsonObject } from "../../src/domain/json/Json.ts";
import { OutboundHttp } from "../../src/domain/outbound/OutboundHttp.ts";
import { blobCidOf } from "../../src/domain/record/blob/blobCid.ts";
import { recordCid } from "../../src/domain/record/value/recordCid.ts";
import { UpstreamAuthorization, UpstreamFailure } from "../../src/domain/session/UpstreamAuthorization.ts";
import { json } from "./scriptedServer.ts";
import { longTimeouts, withShortTimeouts } from "./withShortTimeouts.ts";

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** What a request was, as far as it came. */
interface Call {
  readonly method: string;
  readonly headers: IncomingMessage["headers"];
  bytes: number;
  /** Whether it was cut off before its end. */
  cut: boolean;
}

/** The PDS of alice as a server on loopback, which takes what it is given, but for what a test lets it do otherwise. */
export class FakePds extends Context.Tag("test/FakePds")<
  FakePds,
  {
    /** The calls so far, by the name of the method. */
    readonly calls: (method: string) => ReadonlyArray<Call>;
    /** Answers a method in its place. */
    readonly misbehave: (method: string, listener: Listener) => void;
    readonly behave: () => void;
    /** Forgets the calls so far, and behaves again. */
    readonly reset: () => void;
    /** The address that the account's documents name from now on. */
    readonly moveTo: (origin: string) => void;
    /** How its authorization server answers the next refreshes; null for as it should. */
    readonly failRefresh: (reason: UpstreamFailure["reason"] | null) => void;
    /** The access token that it was called with last. */
    readonly accessToken: () => string;
  }
>() {}

/** The PDS as a test's own: without calls of earlier tests, and behaving again when the test ends, even by a failure. */
export const ownPds = Effect.acquireRelease(
  Effect.tap(FakePds, (pds) => Effect.sync(pds.reset)),
  (pds) => Effect.sync(pds.reset)
);

const whole = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const written = async (request: IncomingMessage, response: ServerResponse) => {
  const { repo, collection, rkey, record } = JSON.parse((await whole(request)).toString());
  const cid = Either.getOrThrow(recordCid(record));
  const uri = `at://${repo}/${collection}/${rkey}`;
  json(response, { uri, cid, commit: { cid, rev: "3kdgeujwlq32y" } });
};

const applied = async (request: IncomingMessage, response: ServerResponse) => {
  const { writes } = JSON.parse((await whole(request)).toString());
  const results = writes.map(({ value }: { readonly value?: JsonObject }) =>
    value === undefined ? {} : { cid: Either.getOrThrow(recordCid(value)) }
  );
  json(response, { commit: { cid: "", rev: "3kdgeujwlq33a" }, results });
};

const stored = async (request: IncomingMessage, response: ServerResponse) => {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of request) {
    hash.update(chunk);
    size += chunk.length;
  }
  const ref = { $link: blobCidOf(hash.digest()) };
  json(response, { blob: { $type: "blob", ref, mimeType: request.headers["content-type"], size } });
};

const good: Readonly<Record<string, Listener>> = {
  "com.atproto.server.getSession": (_, response) => json(response, { active: true }),
  "com.atproto.repo.createRecord": (request, response) => void written(request, response).catch(() => undefined),
  "com.atproto.repo.putRecord": (request, response) => void written(request, response).catch(() => undefined),
  "com.atproto.repo.deleteRecord": (_, response) => json(response, { commit: { cid: "", rev: "3kdgeujwlq32z" } }),
  "com.atproto.repo.applyWrites": (request, response) => void applied(request, response).catch(() => undefined),
  "com.atproto.repo.getRecord": (_, response) => json(response, { error: "RecordNotFound" }, 400),
  "com.atproto.repo.uploadBlob": (request, response) => void stored(request, response).catch(() => undefined)
};

const methodOf = (path = ""): string => /^\/xrpc\/([\w.]+)/.exec(path)?.[1] ?? "";

/** Takes a request and never answers it. */
export const silence: Listener = (request) => void request.resume();

const start = async () => {
  const calls = new Map<string, Array<Call>>();
  const bad = new Map<string, Listener>();
  let token = "";
  const server = createServer((request, response) => {
    const method = methodOf(request.url);
    const call: Call = { method: request.method ?? "", headers: request.headers, bytes: 0, cut: false };
    calls.set(method, [...(calls.get(method) ?? []), call]);
    token = request.headers.authorization?.replace("DPoP ", "") ?? token;
    const { push } = request;
    request.push = (chunk: unknown, ...more) => {
      if (chunk instanceof Uint8Array) call.bytes += chunk.length;
      return push.call(request, chunk, ...more);
    };
    request.once("close", () => {
      call.cut = !request.complete;
    });
    (bad.get(method) ?? good[method] ?? ((_, answer) => json(answer, { error: "MethodNotImplemented" }, 501)))(
      request,
      response
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port }: AddressInfo = Object(server.address());
  const state: { movedTo: string | null; refusing: UpstreamFailure["reason"] | null } = {
    movedTo: null,
    refusing: null
  };
  const behave = () => {
    bad.clear();
    Object.assign(state, { movedTo: null, refusing: null });
  };
  return {
    state,
    url: `http://127.0.0.1:${port}`,
    isLate: (method: string) => bad.get(method) === silence,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
    pds: FakePds.of({
      calls: (method) => calls.get(method) ?? [],
      misbehave: (method, listener) => bad.set(method, listener),
      behave,
      reset: () => {
        calls.clear();
        behave();
      },
      moveTo: (origin) => {
        state.movedTo = origin;
      },
      failRefresh: (reason) => {
        state.refusing = reason;
      },
      accessToken: () => token
    })
  };
};

/** The way out, on which the address of the in-memory PDS leads to the server. */
const transportTo = (url: string, isLate: (method: string) => boolean) =>
  Layer.effect(
    OutboundHttp,
    Effect.map(OutboundHttp, ({ send }) =>
      OutboundHttp.of({ send: (request) => send({ ...request, url: request.url.replace("https://pds.example", url) }) })
    )
  ).pipe(
    Layer.provide(withShortTimeouts((address) => isLate(methodOf(new URL(address).pathname)))),
    Layer.provide(OutboundHttpUndici.layer({ allowLoopback: true, ...longTimeouts }))
  );

type State = Awaited<ReturnType<typeof start>>["state"];

/** The in-memory authorization server, with keys that proofs can be made with. */
const upstream = (state: State) =>
  Layer.effect(
    UpstreamAuthorization,
    Effect.map(UpstreamAuthorization, (memory) =>
      UpstreamAuthorization.of({
        ...memory,
        generateKey: generateDpopKey,
        refresh: (request) =>
          state.refusing === null
            ? memory.refresh(request)
            : Effect.fail(new UpstreamFailure({ reason: state.refusing, error: null }))
      })
    )
  );

/** The in-memory documents, which can name another PDS. */
const identities = (state: State) =>
  Layer.effect(
    IdentityResolver,
    Effect.map(IdentityResolver, (memory) => {
      const moved = <E>(resolved: Effect.Effect<Identity, E>) =>
        Effect.map(resolved, (identity) => ({ ...identity, pds: state.movedTo ?? identity.pds }));
      return IdentityResolver.of({
        resolveHandle: (handle) => moved(memory.resolveHandle(handle)),
        resolveDid: (did) => moved(memory.resolveDid(did)),
        resolveDidFresh: (did) => moved(memory.resolveDidFresh(did)),
        findPds: (did, knowledge) => Effect.map(memory.findPds(did, knowledge), (home) => state.movedTo ?? home)
      });
    })
  );

/** Repositories over XRPC at a fake PDS, to lie over `memoryService`. */
export const fakePds = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(Effect.promise(start), ({ stop }) => Effect.sync(stop)),
    ({ isLate, pds, state, url }) =>
      Layer.mergeAll(
        Layer.succeed(FakePds, pds),
        RepositoryXrpc.layer.pipe(Layer.provide(transportTo(url, isLate))),
        upstream(state),
        identities(state)
      )
  )
);
