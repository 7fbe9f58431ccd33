import { attempt } from "../attempt.ts";
import type { TextStore } from "../session/TextStore.ts";

/** A person may take so long at their server, in milliseconds. */
const loginTimeoutMs = 3_600_000;
/** More than a login takes: whoever comes back finds room for it. */
const reservedLength = 2048;

/** The login that was begun last, in whatever tab: its code is bound to the key. */
export interface LoginInProgress {
  /** Fails where the browser has no room for a login, before the page is left. */
  readonly begin: (state: string) => void;
  readonly end: (state: string | null) => void;
  /** False where nothing can be read. */
  readonly is: () => boolean;
}

export const makeLoginInProgress = (store: TextStore, name: string, now: () => number): LoginInProgress => {
  const read = () => (attempt(() => store.get(name), null) ?? "").split(" ");
  return {
    begin: (state) => store.set(name, `${state} ${now() + loginTimeoutMs}`.padEnd(reservedLength)),
    end: (state) => {
      if (read()[0] === state) store.remove(name);
    },
    is: () => Number(read()[1]) > now()
  };
};
