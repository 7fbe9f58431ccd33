import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { isAdminToken } from "../../../../application/admin/isAdminToken.ts";
import { explainRecord } from "../../../../application/sync/explain/explainRecord.ts";
import { explanationText } from "../../../../application/sync/explain/explanationText.ts";
import { readRecordUri } from "../../../../application/sync/explain/readRecordUri.ts";
import type { Viewer } from "../../../../application/token/Viewer.ts";
import { type AtUri, recordAddress } from "../../../../domain/atproto/AtUri.ts";
import { declareTool } from "./declareTool.ts";
import { ToolOutcome } from "./McpTool.ts";

const away = ToolOutcome.Failed({
  message: "The service cannot reach its database right now. Try again in a moment."
});

const explain = Effect.fnUntraced(function* (uri: AtUri) {
  const { code, remedy, sentence } = explanationText(yield* explainRecord(uri));
  return ToolOutcome.Done({ content: { uri, reason: code, message: sentence, remedy } });
});

/** An explanation may read the record at its PDS, so that it is for its author, and for admins. */
const mayExplain = Effect.fnUntraced(function* (uri: AtUri, viewer: Viewer) {
  return recordAddress(uri).did === viewer.did || (yield* isAdminToken(viewer));
});

const explainFor = Effect.fnUntraced(
  function* (typed: string, viewer: Viewer) {
    const uri = yield* readRecordUri(typed);
    if (yield* mayExplain(uri, viewer)) return yield* explain(uri);
    return ToolOutcome.Failed({
      message: "uri: records of other accounts are explained to admins only, in the settings of this service."
    });
  },
  Effect.catchTag("RecordUriRefused", ({ message }) => Effect.succeed(ToolOutcome.Failed({ message }))),
  Effect.catchAll(() => Effect.succeed(away))
);

/** Says why a record is missing, to its author and to admins. */
export const explainTool = declareTool({
  name: "explain_record",
  title: "Explain a record",
  description:
    "Says where a record is, or why it is not in the index. A record that has not arrived is read from its PDS. For records of the signed-in user.",
  given: Schema.Struct({ uri: Schema.String }),
  properties: {
    uri: {
      type: "string",
      description: "The AT URI of the record: at://<did or handle>/<collection>/<record key>."
    }
  },
  required: ["uri"],
  call: ({ uri }, { viewer }) =>
    viewer === null
      ? Effect.succeed(ToolOutcome.SignInNeeded({ message: "explain_record is for signed-in users." }))
      : explainFor(uri, viewer)
});
