import { sign } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { TreeHead } from "../../domain/transparency/consistencyProof.ts";
import { isKeyName } from "../../domain/transparency/SignedNote.ts";
import { verifierKey } from "../../domain/transparency/VerifierKey.ts";
import { CosignedHeads, HeadNotRecorded } from "../../domain/witness/CosignedHeads.ts";
import { Cosigner } from "../../domain/witness/Cosigner.ts";
import { holdLock } from "./lockFile.ts";
import { headOf, newState, parseState, publicKeyOf, stateText, type WitnessState } from "./WitnessState.ts";
import { WitnessStateFailed } from "./WitnessStateFailed.ts";
import { writeDurably } from "./writeDurably.ts";

/** Where the state is, and the name of the witness; null for the stored name, or that of a new one. */
export interface WitnessStateOptions {
  readonly path: string;
  readonly name: string | null;
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown error";

const failed = (path: string, reason: WitnessStateFailed["reason"], code = "") =>
  new WitnessStateFailed({ path, reason, code });

const onFile = <A>(path: string, run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: (cause) => failed(path, "not-accessible", codeOf(cause)) });

/** Reads the text of the file, or null if there is none. */
const readText = Effect.fnUntraced(function* (path: string) {
  const found = yield* onFile(path, () =>
    stat(path).catch((cause: unknown) => (codeOf(cause) === "ENOENT" ? null : Promise.reject(cause)))
  );
  if (found === null) return null;
  if ((found.mode & 0o077) !== 0) return yield* failed(path, "readable-by-others");
  return yield* onFile(path, () => readFile(path, "utf8"));
});

const create = Effect.fnUntraced(function* (path: string, name: string | null) {
  const chosen = name ?? `${hostname()}/witness`;
  if (!isKeyName(chosen)) return yield* failed(path, "unknown-name");
  const state = newState(chosen);
  yield* onFile(path, () => writeDurably(path, stateText(state)));
  return state;
});

const readOrCreate = Effect.fnUntraced(function* ({ name, path }: WitnessStateOptions) {
  const text = yield* readText(path);
  if (text === null) return yield* create(path, name);
  const state = parseState(text);
  if (state === null) return yield* failed(path, "malformed");
  return name === null || name === state.name ? state : yield* failed(path, "other-name");
});

/** Keeps the heads in memory and in the file. One that was not stored is not remembered. */
const headsIn = (path: string, { logs, ...state }: WitnessState): CosignedHeads["Type"] => {
  const texts = new Map(logs);
  const heads = new Map<string, TreeHead>();
  for (const [origin, text] of texts) {
    const head = headOf(origin, text);
    if (head !== null) heads.set(origin, head);
  }
  return {
    latest: (origin) => heads.get(origin) ?? null,
    record: (head) =>
      Effect.tryPromise({
        try: async () => {
          const next = new Map(texts).set(head.origin, head.text);
          await writeDurably(path, stateText({ ...state, logs: next }));
          texts.set(head.origin, head.text);
          heads.set(head.origin, head);
        },
        catch: (cause) => new HeadNotRecorded({ cause })
      })
  };
};

const cosignerOf = ({ name, privateKey }: WitnessState): Cosigner["Type"] => ({
  key: verifierKey(name, publicKeyOf(privateKey), "cosignature"),
  sign: (message) => Effect.sync(() => new Uint8Array(sign(null, message, privateKey)))
});

const open = Effect.fnUntraced(function* (options: WitnessStateOptions) {
  const path = resolve(options.path);
  yield* holdLock(path);
  const state = yield* readOrCreate({ ...options, path });
  return Context.make(CosignedHeads, headsIn(path, state)).pipe(Context.add(Cosigner, cosignerOf(state)));
});

/** The memory and the key of a witness in one file, which is created with a new key. One process uses it at a time. */
export const layer = (options: WitnessStateOptions): Layer.Layer<CosignedHeads | Cosigner, WitnessStateFailed> =>
  Layer.scopedContext(open(options));
