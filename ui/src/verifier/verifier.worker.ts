import type { StartVerification, VerifierMessage } from "./messages.ts";
import { VerificationInterrupted } from "./Verification.ts";
import { verifyService } from "./verifyService.ts";

const send = (message: VerifierMessage): void => self.postMessage(message);

const broken = "The verifier failed, which says nothing about the log. Try again, or use tidemark audit verify.";

self.addEventListener("message", ({ data }: MessageEvent<StartVerification>) => {
  verifyService(data.kept, (checked) => send({ _tag: "Progress", checked })).then(
    (outcome) => send({ _tag: "Finished", outcome }),
    (error: unknown) =>
      send({ _tag: "Interrupted", reason: error instanceof VerificationInterrupted ? error.message : broken })
  );
});
