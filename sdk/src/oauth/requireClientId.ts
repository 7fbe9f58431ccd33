import { TidemarkError } from "../TidemarkError.ts";

/** Throws if a client id is missing, as when the variable that should contain it is not set. */
export const requireClientId = (clientId: unknown): void => {
  if (typeof clientId === "string" && clientId !== "") return;
  throw new TidemarkError("configuration", "createClient: clientId is missing. Register the app.");
};
