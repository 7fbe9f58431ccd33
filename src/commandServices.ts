import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as LexiconArchiveYauzl from "./adapters/archive/LexiconArchiveYauzl.ts";
import { LexiconFiles } from "./adapters/cli/lexicons/LexiconFiles.ts";
import * as SecureRandomNode from "./adapters/crypto/SecureRandomNode.ts";
import { readLexiconPaths } from "./adapters/filesystem/readLexiconPaths.ts";
import { kept } from "./kept.ts";
import { storage } from "./storage.ts";

/** What the use cases behind the commands work with. */
export const commandServices = Layer.mergeAll(
  Layer.unwrapEffect(Effect.map(kept, (options) => storage({ ...options, purpose: "command" }))),
  SecureRandomNode.layer,
  Layer.succeed(LexiconFiles, {
    read: (paths) => Effect.provide(readLexiconPaths(paths), LexiconArchiveYauzl.layer)
  })
);
