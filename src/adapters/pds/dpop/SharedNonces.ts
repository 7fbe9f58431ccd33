import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { forkTask } from "../../../application/background/supervise.ts";
import { ServerNonces, type ServerRole } from "../../../domain/session/ServerNonces.ts";
import { NonceCache } from "./NonceCache.ts";

/** How long a nonce received by this process is used without checking the shared ones, in milliseconds. */
const freshnessMs = 30_000;

/** The nonces of servers in one role: those received by this process, and if it received none recently, those of others. */
export interface SharedNonces {
  readonly get: (url: string) => Effect.Effect<string | undefined>;
  /** Stores the nonce of a response, and shares it without waiting. */
  readonly learn: (url: string, nonce: string | undefined) => Effect.Effect<void>;
}

interface Known {
  readonly role: ServerRole;
  readonly memory: NonceCache;
  readonly store: ServerNonces["Type"];
}

const sharedNonce = ({ role, store }: Known, url: string, own: number) =>
  Effect.map(
    store.find(role, new URL(url).origin),
    Option.filter(({ age }) => age < own)
  );

const get = Effect.fnUntraced(function* (nonces: Known, url: string) {
  const known = nonces.memory.known(url);
  const age = known === undefined ? Number.POSITIVE_INFINITY : (yield* Clock.currentTimeMillis) - known.at;
  if (age < freshnessMs) return known?.nonce;
  return Option.match(yield* sharedNonce(nonces, url, age), {
    onNone: () => known?.nonce,
    onSome: ({ nonce }) => nonce
  });
});

const learn = Effect.fnUntraced(function* ({ memory, role, store }: Known, url: string, nonce: string | undefined) {
  const before = memory.get(url);
  memory.learn(url, nonce, yield* Clock.currentTimeMillis);
  const now = memory.get(url);
  if (now !== undefined && now !== before)
    yield* forkTask("share the nonce of a PDS")(store.put(role, new URL(url).origin, now));
});

/** Returns nonces from `ServerNonces`, with a cache of this process in front. */
export const sharedNonces = (role: ServerRole): Effect.Effect<SharedNonces, never, ServerNonces> =>
  Effect.map(ServerNonces, (store) => {
    const nonces = { role, store, memory: new NonceCache() };
    return { get: (url) => get(nonces, url), learn: (url, nonce) => learn(nonces, url, nonce) };
  });
