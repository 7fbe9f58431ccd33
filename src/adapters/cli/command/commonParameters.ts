import { flag, oneOf, optional, type Parameter } from "./Parameter.ts";

/** Prints the result as JSON. Every command takes it that prints a result. */
export const json = flag("--json", "Print JSON, for programs.");

/** Prints the help of a command, and runs nothing. */
export const help = flag("--help", "Show the help.");

/** Prints the version, and runs nothing. */
export const version = flag("--version", "Show the version.");

const logLevels = ["all", "trace", "debug", "info", "warning", "error", "fatal", "none"] as const;

/** What the log on standard error includes. */
export const logLevel = optional("--log-level", oneOf(logLevels), "What the log includes.");

/** The options that every command takes, and that its help does not list. */
export const commonOptions: ReadonlyArray<Parameter<unknown>> = [help, version, logLevel];
