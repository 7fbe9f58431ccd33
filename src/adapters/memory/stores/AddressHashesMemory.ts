import { createHmac, randomBytes } from "node:crypto";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { AddressHashes, addressKeyDay } from "../../../domain/personal/AddressHashes.ts";
import { addressHash } from "../../../domain/personal/addressHash.ts";

const keyLength = 32;

const makeAddressHashes = Effect.sync(() => {
  let current: { readonly day: string; readonly key: Uint8Array } | null = null;
  const keyOf = (day: string): Uint8Array => {
    if (current?.day !== day) current = { day, key: randomBytes(keyLength) };
    return current.key;
  };
  const today = Effect.map(Clock.currentTimeMillis, addressKeyDay);
  return AddressHashes.of({
    hash: (address) =>
      Effect.map(today, (day) => addressHash(createHmac("sha256", keyOf(day)).update(address).digest("base64url"))),
    forget: Effect.map(today, (day) => {
      if (current !== null && current.day < day) current = null;
    })
  });
});

/** Hashes addresses under keys in the memory of this process. */
export const layer: Layer.Layer<AddressHashes> = Layer.effect(AddressHashes, makeAddressHashes);
