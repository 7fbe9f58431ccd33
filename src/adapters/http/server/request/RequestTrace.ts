import { isIP } from "node:net";
import * as Effect from "effect/Effect";
import type { TraceContext } from "../../../../domain/event/Trace.ts";
import type { AddressHashes } from "../../../../domain/personal/AddressHashes.ts";
import type { HttpRequest } from "./HttpRequest.ts";
import { subscriberAddress } from "./subscriberAddress.ts";

const none = Effect.succeed(null);

/** The trace of a request. Its address is hashed on use, because few requests need it. */
export class RequestTrace implements TraceContext {
  readonly requestId: string;
  readonly #clientAddress: string;
  readonly #hashes: AddressHashes["Type"];

  constructor({ clientAddress, id }: Pick<HttpRequest, "clientAddress" | "id">, hashes: AddressHashes["Type"]) {
    this.requestId = id;
    this.#clientAddress = clientAddress;
    this.#hashes = hashes;
  }

  /** An event is recorded without a hash rather than not at all. */
  get ipHash(): Effect.Effect<string | null> {
    if (isIP(this.#clientAddress) === 0) return none;
    return Effect.catchAll(this.#hashes.hash(subscriberAddress(this.#clientAddress)), (problem) =>
      Effect.as(Effect.logWarning("An event is recorded without the hash of its address", problem), null)
    );
  }
}
