import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import * as TestDatabase from "../../support/TestDatabase.ts";
import { NodeSet, type NodeSetOptions } from "./NodeSet.ts";

/** Nodes on a new database of the test server. */
export interface StartedNodes {
  readonly set: NodeSet;
  /** Stops the nodes, and drops the database. */
  readonly stop: () => Promise<void>;
}

/** Starts a set of nodes on a new database of the test server. */
export const startNodes = async (options: Omit<NodeSetOptions, "databaseUrl">): Promise<StartedNodes> => {
  const databases = ManagedRuntime.make(TestDatabase.database);
  const { url } = await databases.runPromise(TestDatabase.TestDatabase);
  try {
    const set = await NodeSet.start({ ...options, databaseUrl: Redacted.value(url) });
    return {
      set,
      stop: async () => {
        await set.stop();
        await databases.dispose();
      }
    };
  } catch (error) {
    await databases.dispose();
    throw error;
  }
};
