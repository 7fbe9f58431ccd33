import { fileURLToPath } from "node:url";
import { describe, expect, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { build } from "esbuild";
import * as Browser from "../Browser.ts";
import { cases } from "./cases.tsx";

if (Browser.chromiumPath === undefined)
  process.stderr.write("Skipped without Chromium: the SDK's entry for React (apt-get install chromium)\n");

const bundled = Effect.runSync(
  Effect.cached(
    Effect.promise(async () => {
      const { outputFiles } = await build({
        entryPoints: [fileURLToPath(new URL("cases.tsx", import.meta.url))],
        bundle: true,
        write: false,
        format: "iife",
        jsx: "automatic",
        define: { "process.env.NODE_ENV": '"development"' }
      });
      return outputFiles[0]?.text ?? "";
    })
  )
);

describe.skipIf(Browser.chromiumPath === undefined)("the React entry of the SDK, in Chromium", () => {
  layer(Browser.layer, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    for (const name of Object.keys(cases)) {
      it.scoped(name, () =>
        Effect.gen(function* () {
          const page = yield* Browser.openPage();
          const script = yield* bundled;
          yield* Effect.promise(async () => {
            const complaints: Array<string> = [];
            page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
            await page.setContent("<!doctype html><title>React</title>");
            await page.addScriptTag({ content: script });
            await page.evaluate((named) => Reflect.get(globalThis, "cases")[named](), name);
            expect(complaints).toEqual([]);
          });
        })
      );
    }
  });
});
