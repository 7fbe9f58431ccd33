import type { Client } from "../browser/Client.ts";
import { useStore } from "./TidemarkStore.ts";

/** Returns the client, for `uploadBlob` and for requests outside of a render. */
export const useClient = (): Client => useStore().client;
