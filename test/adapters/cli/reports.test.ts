import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { streamName } from "../../../src/domain/event/StreamName.ts";
import { storage } from "../../../src/main/storage.ts";
import { knownSample } from "../../contracts/sampleEvent.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import { runOn } from "./runHere.ts";

const stores = Layer.unwrapEffect(
  Effect.map(TestDatabase, ({ url }) =>
    storage({ databaseUrl: url, dataDir: "", secrets: testSecrets, purpose: "command" })
  )
).pipe(Layer.provideMerge(database));

layer(stores, { timeout: "60 seconds", excludeTestServices: true })("tidemark reports list", (it) => {
  it.effect("lists what was reported, by whom, and what was decided", () =>
    Effect.gen(function* () {
      const { append } = yield* EventLog;
      const { url } = yield* TestDatabase;
      assert.strictEqual((yield* runOn(url, "reports", "list")).stdout.trim(), "There is no report.");
      const reporter = "did:plc:ewvi7nxzyoun6zhxrhs64oiz";
      const actor = { type: "user", id: reporter } as const;
      const [first, second] = ["report_first", "report_second"];
      yield* append(streamName("report", first), 0, [
        knownSample("ReportCreated.v1", { id: first }, { actor }),
        knownSample("ReportResolved.v1", { id: first })
      ]);
      const account = { kind: "account", did: "did:plc:z72i7hdynmk6r22z27h6tvur" };
      yield* append(streamName("report", second), 0, [
        knownSample("ReportCreated.v1", { id: second, subject: account, statement: null }, { actor })
      ]);
      const all = (yield* runOn(url, "reports", "list")).stdout.split("\n");
      assert.deepStrictEqual(all.slice(0, 7), [
        "report_second  did:plc:z72i7hdynmk6r22z27h6tvur",
        "  spam, open",
        `  reported by ${reporter}, 2026-11-30T00:53:20.000Z`,
        "report_first  at://did:plc:z72i7hdynmk6r22z27h6tvur/app.example.note/3k2a",
        `  spam, resolved with spam by ${reporter}, 2026-11-30T00:54:20.000Z`,
        `  reported by ${reporter}, 2026-11-30T00:53:20.000Z`,
        '  "The same advertisement in every thread."'
      ]);
      const json = JSON.parse((yield* runOn(url, "reports", "list", "--status", "open", "--json")).stdout);
      assert.deepStrictEqual([json.total, json.reports[0].id, json.reports[0].status], [1, second, "open"]);
      const none = yield* runOn(url, "reports", "list", "--did", reporter);
      assert.strictEqual(none.stdout.trim(), "There is no report.");
    })
  );
});
