import { attempt } from "../attempt.ts";
import type { TextStore } from "../session/TextStore.ts";

/** How long a user may take at their server, in milliseconds. */
const loginTimeoutMs = 3_600_000;
/** Reserves more space than a login needs, so that the login can be stored when the user returns. */
const reservedLength = 2048;

/** The login that was started last, in any tab: its code is bound to the key. */
export interface LoginInProgress {
  /** Fails before the page is left if the browser has no space for a login. */
  readonly begin: (state: string) => void;
  readonly end: (state: string | null) => void;
  /** Whether a login is in progress; false if nothing can be read. */
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
