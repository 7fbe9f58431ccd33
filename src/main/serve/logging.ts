import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";

/** The log of the service on standard error: one JSON object or one line of logfmt per entry. */
export const logging = ({ logFormat, logLevel }: Configuration) =>
  Layer.merge(
    Logger.replace(
      Logger.defaultLogger,
      Logger.withConsoleError(logFormat === "json" ? Logger.jsonLogger : Logger.logfmtLogger)
    ),
    Logger.minimumLogLevel(logLevel)
  );
