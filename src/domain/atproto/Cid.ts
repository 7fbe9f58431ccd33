import * as Schema from "effect/Schema";
import { CID } from "multiformats/cid";

const isCid = (text: string): boolean => {
  try {
    const cid = CID.parse(text);
    return cid.version === 1 && cid.toString() === text;
  } catch {
    return false;
  }
};

/** A content identifier in its text form, of version 1 (AT Protocol, CID). */
export const Cid = Schema.String.pipe(
  Schema.filter(isCid, {
    message: () => "must be a CID, such as bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454"
  }),
  Schema.brand("Cid")
);
export type Cid = typeof Cid.Type;
