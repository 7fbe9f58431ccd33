import type { SignatureVerifier } from "./makeSignatureVerifier.ts";
import type { SignatureCheck } from "./SignatureTask.ts";
import type { SignatureThread } from "./SignatureThread.ts";

/** How many signatures the thread gets at once, so that it begins while further ones are collected. */
const perTask = 32;

/** Up to this number, a message to the thread costs more than it saves. */
const fewSignatures = 4;

interface Waiting extends SignatureCheck {
  readonly respond: (isValid: boolean) => void;
}

/** Collects signatures. Many at a time are verified by a thread, and a few by this one. */
export class SignatureQueue {
  readonly #verify: SignatureVerifier;
  readonly #thread: SignatureThread;
  #waiting: Array<Waiting> = [];

  constructor(verify: SignatureVerifier, thread: SignatureThread) {
    this.#verify = verify;
    this.#thread = thread;
  }

  /** Calls `respond` once, in a later turn of the event loop. */
  add(check: SignatureCheck, respond: (isValid: boolean) => void): void {
    this.#waiting.push({ ...check, respond });
    if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    if (this.#waiting.length >= perTask && this.#thread.isReady()) this.#send();
  }

  #flush(): void {
    if (this.#waiting.length === 0) return;
    if (this.#waiting.length > fewSignatures && this.#thread.isReady()) this.#send();
    else this.#verifyHere(this.#take());
  }

  #take(): ReadonlyArray<Waiting> {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  #send(): void {
    const sent = this.#take();
    this.#thread.verify(sent, (valid) => {
      if (valid === null) this.#verifyHere(sent);
      else for (const [at, { respond }] of sent.entries()) respond(valid[at] ?? false);
    });
  }

  #verifyHere(checks: ReadonlyArray<Waiting>): void {
    for (const { key, message, respond, signature } of checks) respond(this.#verify(key, message, signature));
  }
}
