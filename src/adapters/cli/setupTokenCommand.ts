import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { issueSetupToken } from "../../application/admin/setupToken.ts";
import { commandHelp } from "./help/commandHelp.ts";
import { explainFailure } from "./report/explainFailure.ts";
import { json, present, type Report } from "./report/present.ts";

const issue = issueSetupToken(true).pipe(
  Effect.mapBoth({
    onFailure: explainFailure,
    onSuccess: (redacted): Report => {
      const setupToken = Redacted.value(redacted);
      return {
        text: `${setupToken}\n\nIt lets one browser in at /settings, within 24 hours, to sign in with the account that becomes an admin.`,
        json: { setupToken }
      };
    }
  })
);

export const setupTokenCommand = Command.make("setup-token", { json }, ({ json }) => present(json, issue)).pipe(
  Command.withDescription(commandHelp["setup-token"].what)
);
