import * as Command from "@effect/cli/Command";
import type * as ValidationError from "@effect/cli/ValidationError";
import type * as FileSystem from "@effect/platform/FileSystem";
import type * as Path from "@effect/platform/Path";
import type * as Terminal from "@effect/platform/Terminal";
import type * as Effect from "effect/Effect";
import type { CommandName } from "../help/commandHelp.ts";
import type { CommandFailed } from "./CommandFailed.ts";
import type { CommandServices } from "./CommandServices.ts";
import { type CommandShape, shapeOf } from "./CommandShape.ts";

/** What the library needs to read a command line. */
export type Platform = FileSystem.FileSystem | Path.Path | Terminal.Terminal;

/** A command that was loaded: what it takes, and how it runs on what was typed after it. */
export interface LoadedCommand {
  readonly shape: CommandShape;
  readonly run: (
    rest: ReadonlyArray<string>
  ) => Effect.Effect<void, CommandFailed | ValidationError.ValidationError, CommandServices | Platform>;
}

const loaded = <Name extends string, A>(
  command: Command.Command<Name, CommandServices, CommandFailed, A>
): LoadedCommand => ({
  shape: shapeOf(command),
  run: (rest) => Command.run(command, { name: "tidemark", version: "" })(["", "", ...rest])
});

/** Every command, each loaded only when it is asked for: most of the time that a command takes is to load it. */
export const commandLoaders = {
  "clients register": async () => loaded((await import("../clients/registerCommand.ts")).registerCommand),
  "clients show": async () => loaded((await import("../clients/showCommand.ts")).showCommand),
  "clients list": async () => loaded((await import("../clients/listCommand.ts")).listCommand),
  "clients update": async () => loaded((await import("../clients/updateCommand.ts")).updateCommand),
  "clients rotate-secret": async () => loaded((await import("../clients/rotateSecretCommand.ts")).rotateSecretCommand),
  "clients lifetimes": async () => loaded((await import("../clients/lifetimesCommand.ts")).lifetimesCommand),
  "clients keys": async () => loaded((await import("../clients/keysCommand.ts")).keysCommand),
  "clients delete": async () => loaded((await import("../clients/deleteCommand.ts")).deleteCommand),
  "lexicons list": async () => loaded((await import("../lexicons/listCommand.ts")).listCommand),
  "lexicons show": async () => loaded((await import("../lexicons/showCommand.ts")).showCommand),
  "lexicons check": async () => loaded((await import("../lexicons/checkCommand.ts")).checkCommand),
  "lexicons add": async () => loaded((await import("../lexicons/addCommand.ts")).addCommand),
  "lexicons remove": async () => loaded((await import("../lexicons/removeCommand.ts")).removeCommand),
  "lexicons export": async () => loaded((await import("../lexicons/exportCommand.ts")).exportCommand),
  "lexicons import": async () => loaded((await import("../lexicons/importCommand.ts")).importCommand),
  "audit list": async () => loaded((await import("../audit/listCommand.ts")).listCommand),
  "audit show": async () => loaded((await import("../audit/showCommand.ts")).showCommand),
  "audit export": async () => loaded((await import("../audit/exportCommand.ts")).exportCommand),
  "indexes advise": async () => loaded((await import("../indexes/adviseCommand.ts")).adviseCommand),
  "sessions owed": async () => loaded((await import("../sessions/owedCommand.ts")).owedCommand),
  "sync skipped": async () => loaded((await import("../sync/skippedCommand.ts")).skippedCommand),
  "setup-token": async () => loaded((await import("../setupTokenCommand.ts")).setupTokenCommand),
  "registry compare": async () => loaded((await import("../registry/compareCommand.ts")).compareCommand),
  "registry rebuild": async () => loaded((await import("../registry/rebuildCommand.ts")).rebuildCommand),
  "keys generate": async () => loaded((await import("../keys/generateCommand.ts")).generateCommand),
  "keys show": async () => loaded((await import("../keys/showCommand.ts")).showCommand),
  doctor: async () => loaded((await import("../doctor/doctorCommand.ts")).doctorCommand),
  migrate: async () => loaded((await import("../migrate/migrateCommand.ts")).migrateCommand),
  serve: async () => loaded((await import("../serve/serveCommand.ts")).serveCommand),
  completions: async () => loaded((await import("../completions/completionsCommand.ts")).completionsCommand)
} as const satisfies Partial<Record<CommandName, () => Promise<LoadedCommand>>>;

export type LeafCommandName = keyof typeof commandLoaders;

export const isLeaf = (words: string): words is LeafCommandName => Object.hasOwn(commandLoaders, words);
