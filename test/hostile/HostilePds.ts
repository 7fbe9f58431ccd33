import type { ServerResponse } from "node:http";
import * as Effect from "effect/Effect";
import { resourceMetadata, resourcePath, serverMetadata, serverPath, tokens } from "../adapters/pds/pretender.ts";
import { json, type ScriptedServer, scriptedServer } from "../support/scriptedServer.ts";
import { isLate } from "./lateness.ts";

export const documentPath = "/.well-known/did.json";

/** What no app and no person may ever read: words, and tokens, of a hostile server. */
export const marker = "the-server's-own-words";

/** A PDS, its authorization server and the host of its only account, on this machine. */
export interface HostilePds {
  readonly url: string;
  readonly did: string;
  readonly port: number;
  readonly requests: ScriptedServer["requests"];
  /** The form that was pushed last. */
  readonly pushed: () => URLSearchParams;
  /** Answers a path otherwise from now on. */
  readonly misbehave: (answers: Misbehaviours) => void;
}

/** An answer, given what the server is, what an honest one is, and how often this path was asked for before. */
export type Misbehaviour = (
  response: ServerResponse,
  at: { readonly pds: HostilePds; readonly honest: HostilePds; readonly before: number }
) => void;

export type Misbehaviours = Readonly<Record<string, Misbehaviour>>;

export const didDocument = ({ did, url }: Pick<HostilePds, "did" | "url">, members: object = {}) => ({
  id: did,
  alsoKnownAs: [],
  service: [{ id: "#atproto_pds", type: "AtprotoPersonalDataServer", serviceEndpoint: url }],
  ...members
});

export const tokensOf = ({ did }: Pick<HostilePds, "did">) => ({
  ...tokens,
  access_token: `access-${marker}`,
  refresh_token: `refresh-${marker}`,
  scope: "atproto transition:generic",
  sub: did
});

const good: Misbehaviours = {
  [documentPath]: (response, { pds }) => json(response, didDocument(pds)),
  [resourcePath]: (response, { pds }) => json(response, resourceMetadata(pds.url)),
  [serverPath]: (response, { pds }) => json(response, serverMetadata(pds.url)),
  "/par": (response) => json(response, { request_uri: "urn:example:1", expires_in: 60 }, 201),
  "/token": (response, { pds }) => json(response, tokensOf(pds)),
  "/revoke": (response) => json(response, {})
};

/** How the next answer to each path is, of the servers that are running, by origin. */
const running = new Map<string, (path: string) => boolean>();

/** Whether the next answer from an address comes too late for anybody. */
export const isLateAt = (url: string): boolean => {
  const { origin, pathname } = new URL(url);
  return running.get(origin)?.(pathname) ?? false;
};

/** Starts a server that does what it should, but for what a test has it do; `honest` is one that does. */
export const hostilePds = (answers: Misbehaviours = {}, honest?: HostilePds) =>
  Effect.gen(function* () {
    const counts = new Map<string, number>();
    let current: Misbehaviours = { ...good, ...answers };
    const server: ScriptedServer = yield* scriptedServer((request, response) => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      const before = counts.get(path) ?? 0;
      counts.set(path, before + 1);
      const answer = current[path];
      if (answer === undefined) response.writeHead(404).end();
      else answer(response, { pds, honest: honest ?? pds, before });
    });
    const pds: HostilePds = {
      url: server.url,
      port: server.port,
      did: `did:web:localhost%3A${server.port}`,
      requests: server.requests,
      pushed: () => new URLSearchParams(server.requests.findLast(({ path }) => path === "/par")?.body),
      misbehave: (more) => {
        current = { ...current, ...more };
      }
    };
    yield* Effect.acquireRelease(
      Effect.sync(() => running.set(pds.url, (path) => isLate(current[path], counts.get(path) ?? 0))),
      () => Effect.sync(() => running.delete(pds.url))
    );
    return pds;
  });
