import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";

/** How the service logs: one JSON object a line in production, lines for people in development; all to standard error. */
export const logging = ({ logLevel, production }: Configuration) =>
  Layer.merge(
    Logger.replace(Logger.defaultLogger, Logger.withConsoleError(production ? Logger.jsonLogger : Logger.logfmtLogger)),
    Logger.minimumLogLevel(logLevel)
  );
