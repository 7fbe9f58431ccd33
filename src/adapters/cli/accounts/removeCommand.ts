import * as Effect from "effect/Effect";
import { knownDid } from "../../../application/accounts/findAccount.ts";
import { removeAccountRecords } from "../../../application/accounts/removeAccountRecords.ts";
import type { Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { recordFailure } from "../records/recordFailure.ts";
import { present, type Report } from "../report/present.ts";
import { account, confirmRemoval } from "./accountParameters.ts";

const unconfirmed = badUsage(
  "--yes is missing: the records of the account are deleted from the index, and apps no longer see them; add --yes to confirm"
);

const removed = (typed: string) =>
  Effect.gen(function* () {
    const did = yield* knownDid(typed);
    const records = yield* removeAccountRecords(did, { type: "operator", id: null });
    return {
      text: `Removed ${records === 1 ? "1 record" : `${records} records`} of ${typed} from the index. tidemark accounts index ${typed} indexes them again.`,
      json: { did, records }
    } satisfies Report;
  }).pipe(Effect.mapError(recordFailure));

export const remove: Run = (given) => (given(confirmRemoval) ? present(given, removed(given(account))) : unconfirmed);
