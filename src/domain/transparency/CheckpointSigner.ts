import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { NoteSignature } from "./SignedNote.ts";
import type { VerifierKey } from "./VerifierKey.ts";

/** Signs the checkpoints of this instance with its current key. */
export class CheckpointSigner extends Context.Tag("domain/CheckpointSigner")<
  CheckpointSigner,
  {
    /** The origin of the log: the host of the public URL (with its port), and `/log`. It is also the name of the keys. */
    readonly origin: string;
    /** The configured keys. The first signs; the others signed checkpoints that are still published. */
    readonly keys: readonly [VerifierKey, ...ReadonlyArray<VerifierKey>];
    /** Signs the text of a checkpoint (C2SP tlog-checkpoint). The caller guarantees that it is consistent with all others. */
    readonly sign: (text: string) => Effect.Effect<NoteSignature>;
  }
>() {}
