import type { Client, ClientOptions } from "./Client.ts";
import { makeClient } from "./makeClient.ts";
import { thisBrowser } from "./thisBrowser.ts";

/** A client of an instance, in this browser. Nothing is sent or stored before one of its methods is called. */
export const createClient = (options: ClientOptions): Client => makeClient(options, thisBrowser());
