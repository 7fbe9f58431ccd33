import type { CommitFault } from "../plan/Intent.ts";
import type { MadeCommit, SimulatedRepository } from "./SimulatedRepository.ts";

/** What the host of an account announces to the sources. */
export type Happening =
  | {
      readonly _tag: "Commit";
      readonly did: string;
      readonly commit: MadeCommit;
      readonly isTooBig: boolean;
      readonly fault: CommitFault | null;
    }
  | { readonly _tag: "State"; readonly did: string; readonly repository: SimulatedRepository }
  | { readonly _tag: "Identity"; readonly did: string; readonly handle: string }
  | { readonly _tag: "Account"; readonly did: string; readonly status: string | null };
