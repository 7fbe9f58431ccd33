import type { TraceContext } from "../../../../domain/event/Trace.ts";
import type { HttpRequest } from "./HttpRequest.ts";
import { networkPrefix } from "./networkPrefix.ts";

/** The trace of a request. Its network is computed on first use, because few requests need it. */
export class RequestTrace implements TraceContext {
  readonly requestId: string;
  readonly #clientAddress: string;

  constructor({ clientAddress, id }: Pick<HttpRequest, "clientAddress" | "id">) {
    this.requestId = id;
    this.#clientAddress = clientAddress;
  }

  get from(): string | null {
    return networkPrefix(this.#clientAddress);
  }
}
