import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { ServerNonces } from "../../../domain/session/ServerNonces.ts";

const makeServerNonces = Effect.sync(() => {
  const nonces = new Map<string, { readonly nonce: string; readonly at: number }>();
  const key = (role: string, origin: string) => `${role} ${origin}`;
  return ServerNonces.of({
    find: (role, origin) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        Option.map(Option.fromNullable(nonces.get(key(role, origin))), ({ at, nonce }) => ({ nonce, age: now - at }))
      ),
    put: (role, origin, nonce) =>
      Effect.map(Clock.currentTimeMillis, (at) => void nonces.set(key(role, origin), { nonce, at }))
  });
});

/** Nonces shared within this process. */
export const layer: Layer.Layer<ServerNonces> = Layer.effect(ServerNonces, makeServerNonces);
