import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import { type VerifierKey, verifierKeyText } from "../../../src/domain/transparency/VerifierKey.ts";
import { ExportCheck, unreadEnd } from "../../../src/domain/verification/ExportCheck.ts";
import { type EndLine, readEndLine } from "../../../src/domain/verification/exportLine.ts";
import { type Fault, parts } from "../../../src/domain/verification/Fault.ts";
import { readSignedCheckpoint } from "../../../src/domain/verification/readSignedCheckpoint.ts";
import type { Ed25519 } from "./Ed25519.ts";
import { KnownSignatures } from "./KnownSignatures.ts";
import { LineSplitter } from "./LineSplitter.ts";
import { type ReadKept, readKept, readVerifierKeys, signerOf } from "./readKept.ts";
import {
  type Compared,
  VerificationInterrupted,
  type VerificationOutcome,
  type VerificationRequest,
  type VerifiedCheckpoint
} from "./Verification.ts";

const lineFeed = 10;

const noKeys = "The service names no key that checkpoints could be verified with (/log/key).";

const otherLog = "it is of a log whose key this service does not name, so this is another log";

/** The service stops an export at the first event that does not hold, and says which. */
const faultIn = (reason: string): Fault | null => {
  const [, position = "", named = "", what = ""] = /^position (\d+): ([a-z-]+): (.*)$/s.exec(reason) ?? [];
  const part = parts.find((each) => each === named);
  return part === undefined ? null : { position: Number(position), part, reason: what };
};

/** The service names no part of an archived event whose archive it cannot read: that says nothing about the log. */
const interruption = (reason: string): string => {
  const [, position, why] = /^position (\d+): (the archive .*)$/s.exec(reason) ?? [];
  return position === undefined
    ? `The export is incomplete: ${reason}.`
    : `The export ended at position ${position}: ${why}. Or verify on the command line with --archives.`;
};

/** What a verification knows before the first event: whom it trusts, and what it compares the log with. */
interface Trust {
  readonly keys: ReadonlyArray<VerifierKey>;
  readonly kept: ReadonlyArray<ReadKept>;
  readonly compared: ReadonlyArray<Compared>;
  readonly signatures: KnownSignatures;
}

/**
 * Verifies a whole log from an export as it arrives, as docs/auditing.md defines it ("How to verify an export"). It holds
 * one line at a time, the version of each stream, and the hashes of a few subtrees.
 */
export class LogVerification {
  readonly #trust: Trust;
  readonly #ed25519: Ed25519;
  readonly #check: ExportCheck;
  readonly #lines = new LineSplitter();
  #pending: Uint8Array | null = null;
  #fault: Fault | null;
  readonly #isOtherLog: boolean;

  private constructor(trust: Trust, ed25519: Ed25519, publishedFault: Fault | null, older: ReadKept["checkpoint"][]) {
    this.#trust = trust;
    this.#ed25519 = ed25519;
    this.#check = new ExportCheck(unreadEnd, { keys: trust.keys, older, verify: trust.signatures.verify });
    const foreign = trust.kept.find(({ isOfThisLog }) => !isOfThisLog);
    this.#isOtherLog = foreign !== undefined;
    this.#fault =
      foreign === undefined
        ? publishedFault
        : { position: foreign.checkpoint.size, part: "checkpoint", reason: otherLog };
  }

  /** Reads what the log is compared with. Fails with `VerificationInterrupted` if that cannot be used. */
  static async start(request: VerificationRequest, ed25519: Ed25519): Promise<LogVerification> {
    const keys = readVerifierKeys(request.keys);
    if (keys.length === 0) throw new VerificationInterrupted(noKeys);
    const signatures = new KnownSignatures(ed25519);
    const kept: Array<ReadKept> = [];
    for (const each of request.kept) kept.push(await readKept(each, keys, signatures));
    await signatures.learn(request.published, keys);
    const published = readSignedCheckpoint(request.published, keys, signatures.verify);
    const fault = Either.isLeft(published) ? published.left : null;
    const shown = Either.getOrNull(published);
    const compared = kept.map((each) => each.compared);
    if (shown !== null)
      compared.push({ from: "published", size: shown.size, rootHash: Encoding.encodeBase64(shown.rootHash) });
    const older = [...kept.map(({ checkpoint }) => checkpoint), ...(shown === null ? [] : [shown])];
    return new LogVerification({ keys, kept, compared, signatures }, ed25519, fault, older);
  }

  /** The number of events that were checked. */
  count(): number {
    return this.#check.count();
  }

  /** Whether something does not hold, so that the rest of the export need not be read. */
  hasFailed(): boolean {
    return this.#fault !== null;
  }

  /** Verifies the lines that a chunk of the export completes. */
  add(chunk: Uint8Array): void {
    for (const line of this.#lines.add(chunk)) this.#addLine(line);
  }

  /** The last line is the end line, so each line waits for the next one. */
  #addLine(line: Uint8Array): void {
    if (this.#pending !== null && this.#fault === null) this.#fault = this.#check.add(this.#pending);
    this.#pending = line;
  }

  /** Verifies the end of the export. Fails with `VerificationInterrupted` if the export was not complete. */
  async finish(): Promise<VerificationOutcome> {
    const rest = this.#lines.end();
    if (rest !== null) this.#addLine(rest);
    const end = this.#pending === null ? null : readEndLine(this.#pending);
    this.#fault ??= await this.#checkEnd(end);
    return {
      checked: this.#check.count(),
      streams: this.#check.streams(),
      personal: this.#check.personal(),
      compared: this.#trust.compared,
      signatures: this.#ed25519.by,
      fault: this.#fault,
      isOtherLog: this.#isOtherLog,
      checkpoint: this.#fault === null ? this.#verified(String(end?.checkpoint)) : null
    };
  }

  async #checkEnd(end: EndLine | null): Promise<Fault | null> {
    if (end === null) return this.#checkCutOff();
    if (end.incomplete !== null) {
      const fault = faultIn(String(end.incomplete));
      if (fault === null) throw new VerificationInterrupted(interruption(String(end.incomplete)));
      return fault;
    }
    if (typeof end.checkpoint === "string") await this.#trust.signatures.learn(end.checkpoint, this.#trust.keys);
    return this.#check.finishWith(end);
  }

  /** A last line that is complete and is neither an event nor the end was changed. Otherwise the export was cut off. */
  #checkCutOff(): Fault {
    const last = this.#pending;
    const fault = last?.at(-1) === lineFeed ? this.#check.add(last) : null;
    if (fault !== null) return fault;
    throw new VerificationInterrupted(`The export ended after ${this.count()} events without its last line.`);
  }

  #verified(note: string): VerifiedCheckpoint | null {
    const checkpoint = this.#check.checkpoint();
    const signer = signerOf(note, this.#trust.keys);
    if (checkpoint === null || signer === null) return null;
    const key = verifierKeyText(signer);
    return {
      origin: checkpoint.origin,
      size: checkpoint.size,
      rootHash: Encoding.encodeBase64(checkpoint.rootHash),
      note,
      key
    };
  }
}
