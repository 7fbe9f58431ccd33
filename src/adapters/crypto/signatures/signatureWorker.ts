import { type MessagePort, parentPort } from "node:worker_threads";
import { makeSignatureVerifier, type SignatureVerifier } from "./makeSignatureVerifier.ts";
import { type SignatureOutcome, type SignatureTask, signatureChecks } from "./SignatureTask.ts";

/** The entry of the thread. It verifies the signatures of one task after the other. */
const serveTasks = (port: MessagePort, verify: SignatureVerifier): void => {
  const send = (outcome: SignatureOutcome): void => port.postMessage(outcome);
  port.on("message", (task: SignatureTask) => {
    const valid = signatureChecks(task).map(({ key, message, signature }) => verify(key, message, signature));
    send({ _tag: "Done", number: task.number, valid });
  });
  send({ _tag: "Ready" });
};

if (parentPort !== null) serveTasks(parentPort, await makeSignatureVerifier());
