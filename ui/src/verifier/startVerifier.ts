import type { StartVerification, VerifierMessage } from "./messages.ts";
import workerPath from "./verifier.worker.ts?worker&url";

interface ScriptUrlPolicy {
  readonly createScriptURL: (path: string) => string;
}

/** Trusted Types, which TypeScript does not know. */
interface TrustedTypes {
  readonly createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy;
}

declare global {
  var trustedTypes: TrustedTypes | undefined;
}

/** The policy of the page allows one script beside its own: this worker. */
const policy = globalThis.trustedTypes?.createPolicy("tidemark-verifier", { createScriptURL: () => workerPath });

const scriptUrl = (): string => policy?.createScriptURL("") ?? workerPath;

const notStarted: VerifierMessage = {
  _tag: "Interrupted",
  reason: "The verifier could not be started in this browser. Reload the page, or use tidemark audit verify."
};

/** Starts a verification in a worker, and returns a function that ends it. */
export const startVerifier = (
  start: StartVerification,
  onMessage: (message: VerifierMessage) => void
): (() => void) => {
  const worker = new Worker(scriptUrl(), { type: "module" });
  const end = (): void => worker.terminate();
  const receive = (message: VerifierMessage): void => {
    if (message._tag !== "Progress") end();
    onMessage(message);
  };
  worker.addEventListener("message", ({ data }: MessageEvent<VerifierMessage>) => receive(data));
  worker.addEventListener("error", () => receive(notStarted));
  worker.postMessage(start);
  return end;
};
