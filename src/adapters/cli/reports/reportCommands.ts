import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { did, limit, status } from "./reportParameters.ts";

/** The commands about what users reported. */
export const reportCommands = {
  reports: group({
    description: "Shows what users reported to the moderators of the instance.",
    examples: ["tidemark reports list"]
  }),
  "reports list": command({
    description:
      "Lists what users reported, newest first, and what was decided. Decide about reports at /settings/moderation.",
    parameters: [status, did, limit, json],
    examples: ["tidemark reports list", "tidemark reports list --status open --json"],
    jsonExample: {
      total: 1,
      reports: [
        {
          id: "report_Zm9vYmFyYmF6cXV4MTIzNA",
          subjectUri: "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/xyz.statusphere.status/3jzfcijpj2z2a",
          reasonType: "spam",
          reason: "The same advertisement in every thread.",
          reporterDid: "did:plc:z72i7hdynmk6r22z27h6tvur",
          createdAt: "2026-01-31T12:00:00.000Z",
          status: "resolved",
          resolvedBy: "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
          resolvedAt: "2026-01-31T12:04:00.000Z",
          label: "spam"
        }
      ]
    },
    load: async () => (await import("./listReportsCommand.ts")).listReports
  })
};
