import * as Effect from "effect/Effect";
import { knownDid } from "../../../application/accounts/findAccount.ts";
import { refusedText } from "../../../application/sync/backfill/backfillText.ts";
import { startBackfill } from "../../../application/sync/backfill/startBackfill.ts";
import type { Run } from "../command/Command.ts";
import { failure, unavailable } from "../command/CommandFailed.ts";
import { catalog } from "../lexicons/commandCatalog.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { presentWithSync, type Report } from "../report/present.ts";
import { account } from "./accountParameters.ts";

/** A handle that the instance knows needs no other server. Any other one is resolved. */
const started = (typed: string) =>
  knownDid(typed).pipe(
    Effect.catchTag("AccountUnknown", () => Effect.succeed(typed)),
    Effect.flatMap((actor) => startBackfill({ kind: "actor", actors: [actor] }, { type: "operator", id: null })),
    Effect.provide(catalog),
    Effect.mapBoth({
      onFailure: (error) => {
        if (error._tag !== "BackfillRefused") return explainFailure(error);
        return error.reason === "unreachable"
          ? unavailable(refusedText(error))
          : failure(error.reason, refusedText(error));
      },
      onSuccess: ({ id }): Report => ({
        text: `The running service reads the repository of ${typed} (backfill ${id}). tidemark accounts show ${typed} shows how far it is.`,
        json: { account: typed, backfill: id }
      })
    })
  );

export const index: Run = (given) => presentWithSync(given, started(given(account)));
