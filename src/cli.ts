import { fileURLToPath } from "node:url";
import * as NodeContext from "@effect/platform-node/NodeContext";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as LogLevel from "effect/LogLevel";
import manifest from "../package.json" with { type: "json" };
import * as LexiconArchiveYauzl from "./adapters/archive/LexiconArchiveYauzl.ts";
import { LexiconFiles } from "./adapters/cli/lexicons/LexiconFiles.ts";
import { runTidemark } from "./adapters/cli/runTidemark.ts";
import { ConfigurationInvalid } from "./adapters/configuration/ConfigurationInvalid.ts";
import { readVariable } from "./adapters/configuration/Variable.ts";
import { variables } from "./adapters/configuration/variables.ts";
import * as SecureRandomNode from "./adapters/crypto/SecureRandomNode.ts";
import { readLexiconPaths } from "./adapters/filesystem/readLexiconPaths.ts";
import { generateSigningKey } from "./adapters/jose/generateSigningKey.ts";
import { parseSigningKeys } from "./adapters/jose/parseSigningKeys.ts";
import { stopOnce } from "./stopOnce.ts";
import { storage } from "./storage.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

/** Commands need to know where things are kept, and none of the keys of the service. */
const kept = Effect.gen(function* () {
  const { databaseUrl, dataDir } = variables(false, { parse: parseSigningKeys, generate: generateSigningKey });
  return yield* Either.all({
    databaseUrl: readVariable(process.env, databaseUrl),
    dataDir: readVariable(process.env, dataDir)
  });
}).pipe(Effect.mapError((problem) => new ConfigurationInvalid({ problems: [problem] })));

const services = Layer.mergeAll(
  Layer.unwrapEffect(Effect.map(kept, (options) => storage({ ...options, purpose: "command" }))),
  SecureRandomNode.layer,
  Layer.succeed(LexiconFiles, {
    read: (paths) => Effect.provide(readLexiconPaths(paths), LexiconArchiveYauzl.layer)
  })
);

const colors = process.stdout.isTTY && !process.env.NO_COLOR;

const quietLog = Layer.merge(
  Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger)),
  Logger.minimumLogLevel(LogLevel.Error)
);

const endWith = (code: number) =>
  Effect.sync(() => {
    process.exitCode = code;
  });

stopOnce();
runTidemark(process.argv, { version: manifest.version, services, main, colors }).pipe(
  Effect.flatMap(endWith),
  Effect.provide(Layer.merge(NodeContext.layer, quietLog)),
  NodeRuntime.runMain({ disablePrettyLogger: true })
);
