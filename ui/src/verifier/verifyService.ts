import { loadEd25519 } from "./Ed25519.ts";
import { LogVerification } from "./LogVerification.ts";
import { type KeptCheckpoint, VerificationInterrupted, type VerificationOutcome } from "./Verification.ts";

/** Milliseconds between two reports of progress. */
const reportEvery = 200;

const unreachable =
  "The service could not be reached. Check that it is running and that you are online, then try again.";

const tooSoon = "No checkpoint has been signed yet. Wait a few seconds, then try again.";

const refused = (path: string, { status }: Response): string =>
  status === 401 || status === 403
    ? "You are no longer signed in as an admin. Reload the page to sign in, then try again."
    : `${path} could not be read (HTTP ${status}). Try again later.`;

const read = async (path: string): Promise<Response> => {
  const response = await fetch(path, { cache: "no-store" }).catch(() => {
    throw new VerificationInterrupted(unreachable);
  });
  if (response.status === 404) throw new VerificationInterrupted(tooSoon);
  if (!response.ok) throw new VerificationInterrupted(refused(path, response));
  return response;
};

const readChunk = (reader: ReadableStreamDefaultReader<Uint8Array>, checked: number) =>
  reader.read().catch(() => {
    throw new VerificationInterrupted(`The connection was lost after ${checked} events. Try again.`);
  });

/**
 * Verifies the log of the service that the page is from: reads its keys, its published checkpoint and an export of the whole
 * log, which is not held in memory. Fails with `VerificationInterrupted` if that cannot be read to its end.
 */
export const verifyService = async (
  kept: ReadonlyArray<KeptCheckpoint>,
  report: (checked: number) => void
): Promise<VerificationOutcome> => {
  const ed25519 = await loadEd25519();
  const keys = await (await read("/log/key")).text();
  const published = await (await read("/log/checkpoint")).text();
  const verification = await LogVerification.start({ keys, published, kept }, ed25519);
  const body = verification.hasFailed() ? null : (await read("/admin/audit.ndjson")).body;
  const reader = body?.getReader();
  let reportedAt = performance.now();
  while (reader !== undefined) {
    const { done, value } = await readChunk(reader, verification.count());
    if (done) break;
    verification.add(value);
    if (verification.hasFailed()) {
      await reader.cancel().catch(() => {});
      break;
    }
    const now = performance.now();
    if (now - reportedAt < reportEvery) continue;
    reportedAt = now;
    report(verification.count());
  }
  return verification.finish();
};
