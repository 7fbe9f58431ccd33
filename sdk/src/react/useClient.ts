import type { Client } from "../browser/Client.ts";
import { useStore } from "./TidemarkStore.ts";

/** The client itself: for `uploadBlob`, and for what is asked outside of a render. */
export const useClient = (): Client => useStore().client;
