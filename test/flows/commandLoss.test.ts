import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exitCode } from "../../src/adapters/cli/command/exitCode.ts";
import * as TestDatabase from "../support/TestDatabase.ts";
import { ServiceUnderLoss } from "./ServiceUnderLoss.ts";
import { TcpProxy } from "./TcpProxy.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const databases = ManagedRuntime.make(TestDatabase.database);
let address: URL;
let wire: TcpProxy;

beforeAll(async () => {
  const { url } = await databases.runPromise(TestDatabase.TestDatabase);
  address = new URL(Redacted.value(url));
  const service = await ServiceUnderLoss.start(address.href);
  await service.stop();
  wire = await TcpProxy.toDatabase(address);
});

afterAll(async () => {
  await wire?.cut();
  await databases.dispose();
});

/** Done, or failed: of itself, or for want of the database. */
const ended = [0, exitCode.failure, exitCode.unavailable];

const run = async (words: ReadonlyArray<string>) => {
  const { HOME = "", PATH = "" } = process.env;
  const env = { PATH, HOME, DATABASE_URL: wire.databaseUrl(address) };
  const child = spawn(process.execPath, [cli, ...words], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = await once(child, "close");
  return { code, output };
};

const commands = [["doctor"], ["audit", "export"], ["registry", "compare"], ["migrate"]];
const cases = commands.flatMap((words) => (["fin", "reset"] as const).map((how) => ({ words, how })));

it.each(cases)(
  "A command ends with a readable error when its connection is lost: $words, $how",
  async ({ how, words }) => {
    for (const piece of [1, 6, 12, 18, 30]) {
      const end = wire.loseAtPiece(piece, how);
      const { code, output } = await run(words);
      const wasLost = end();
      expect(output).not.toMatch(/^\s+at .*:\d+:\d+/m);
      expect(output).not.toContain("node:events");
      if (wasLost) expect(ended).toContain(code);
    }
  }
);
