import type { Client, ClientOptions } from "./Client.ts";
import { currentBrowser } from "./currentBrowser.ts";
import { makeClient } from "./makeClient.ts";

/** A client of an instance, in this browser. Nothing is sent or stored before one of its methods is called. */
export const createClient = (options: ClientOptions): Client => makeClient(options, currentBrowser());
