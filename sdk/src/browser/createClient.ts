import type { Client, ClientOptions } from "./Client.ts";
import { currentBrowser } from "./currentBrowser.ts";
import { makeClient } from "./makeClient.ts";

/** Creates a client of an instance, in this browser. Nothing is sent or stored until one of its methods is called. */
export const createClient = (options: ClientOptions): Client => makeClient(options, currentBrowser());
