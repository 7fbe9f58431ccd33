import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { issueSetupToken } from "../../application/admin/setupToken.ts";
import type { Run } from "./command/Command.ts";
import { explainFailure } from "./report/explainFailure.ts";
import { present, type Report } from "./report/present.ts";

const issue = issueSetupToken(true).pipe(
  Effect.mapBoth({
    onFailure: explainFailure,
    onSuccess: (redacted): Report => {
      const setupToken = Redacted.value(redacted);
      return {
        text: `${setupToken}\n\nEnter it at /settings within 24 hours, then sign in with the account that becomes an admin. It works once.`,
        json: { setupToken }
      };
    }
  })
);

export const setupToken: Run = (given) => present(given, issue);
