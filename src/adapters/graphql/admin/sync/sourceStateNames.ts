import type { SourceState } from "../../../../domain/sync/stream/sourceState.ts";

/** The values of enums for the state of a source. */
export const sourceStateNames: Readonly<Record<SourceState["_tag"], string>> = {
  Connected: "CONNECTED",
  Disconnected: "DISCONNECTED",
  Unattended: "UNATTENDED"
};
