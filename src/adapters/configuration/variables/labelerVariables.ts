import * as Either from "effect/Either";
import type { Did } from "../../../domain/atproto/Did.ts";
import { parseDids } from "../parse/parseText.ts";
import { variable, withDefault } from "./Variable.ts";

/** Each labeler needs a connection and a cursor, and each of its labels is verified. */
const maxLabelers = 50;

const parseLabelers = (text: string): Either.Either<ReadonlyArray<Did>, string> =>
  parseDids(text).pipe(
    Either.filterOrLeft(
      (dids) => new Set(dids).size === dids.length,
      () => "names a labeler twice: remove one"
    ),
    Either.filterOrLeft(
      (dids) => dids.length <= maxLabelers,
      () => `has more than ${maxLabelers} labelers: remove some`
    )
  );

/** The variables of external labelers, by the member of the configuration that they set. */
export const labelerVariables = {
  labelers: variable("LABELERS", "did:plc:ar7c4by46qjdydhdevvrndac", withDefault<ReadonlyArray<Did>>([], parseLabelers))
};
