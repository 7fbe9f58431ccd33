import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as LexiconArchiveYauzl from "./adapters/archive/LexiconArchiveYauzl.ts";
import { LexiconFiles } from "./adapters/cli/lexicons/LexiconFiles.ts";
import { ConfigurationInvalid } from "./adapters/configuration/ConfigurationInvalid.ts";
import { readVariable } from "./adapters/configuration/Variable.ts";
import { variables } from "./adapters/configuration/variables.ts";
import * as SecureRandomNode from "./adapters/crypto/SecureRandomNode.ts";
import { readLexiconPaths } from "./adapters/filesystem/readLexiconPaths.ts";
import { generateSigningKey } from "./adapters/jose/generateSigningKey.ts";
import { parseSigningKeys } from "./adapters/jose/parseSigningKeys.ts";
import { storage } from "./storage.ts";

/** Commands need to know where things are kept, and none of the keys of the service. */
const kept = Effect.gen(function* () {
  const { dataDir, databaseUrl } = variables(false, { parse: parseSigningKeys, generate: generateSigningKey });
  return yield* Either.all({
    databaseUrl: readVariable(process.env, databaseUrl),
    dataDir: readVariable(process.env, dataDir)
  });
}).pipe(Effect.mapError((problem) => new ConfigurationInvalid({ problems: [problem] })));

/** What the use cases behind the commands work with. */
export const commandServices = Layer.mergeAll(
  Layer.unwrapEffect(Effect.map(kept, (options) => storage({ ...options, purpose: "command" }))),
  SecureRandomNode.layer,
  Layer.succeed(LexiconFiles, {
    read: (paths) => Effect.provide(readLexiconPaths(paths), LexiconArchiveYauzl.layer)
  })
);
