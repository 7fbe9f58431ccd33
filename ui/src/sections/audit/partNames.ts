import type { Part } from "../../../../src/domain/verification/Fault.ts";
import type { LogPart } from "../../api/documents.ts";

/** The names of the parts of the log in the admin API. */
export const partNames: Readonly<Record<Part, LogPart>> = {
  position: "POSITION",
  leaf: "LEAF",
  "personal-data": "PERSONAL_DATA",
  "stream-version": "STREAM_VERSION",
  tree: "TREE",
  tile: "TILE",
  checkpoint: "CHECKPOINT",
  signature: "SIGNATURE",
  projection: "PROJECTION"
};

/** Returns the word for a part in the reports of `tidemark audit verify`. */
export const partWord = (name: LogPart): string => name.toLowerCase().replace("_", "-");
