import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";

/** The log of the service on standard error: one JSON object per line in production, logfmt in development. */
export const logging = ({ logLevel, production }: Configuration) =>
  Layer.merge(
    Logger.replace(Logger.defaultLogger, Logger.withConsoleError(production ? Logger.jsonLogger : Logger.logfmtLogger)),
    Logger.minimumLogLevel(logLevel)
  );
