import * as Either from "effect/Either";
import * as LogLevel from "effect/LogLevel";
import { didYouMean } from "../../../domain/text/closestMatch.ts";
import { parseBearerToken, parseInteger, parseLogLevel } from "../parse/parseText.ts";
import { optional, variable, withDefault } from "./Variable.ts";

/** The forms of the lines of the log of the service. */
export const logFormats = ["json", "logfmt"] as const;
export type LogFormat = (typeof logFormats)[number];

const parseLogFormat = (text: string): Either.Either<LogFormat, string> => {
  const found = logFormats.find((format) => format === text);
  return found === undefined
    ? Either.left(`must be ${logFormats.join(" or ")}${didYouMean(text, logFormats)}`)
    : Either.right(found);
};

/** The variables of the log of the service and of its metrics, by the member of the configuration that they set. */
export const monitoringVariables = (production: boolean) => ({
  logLevel: variable("LOG_LEVEL", "info", withDefault(LogLevel.Info, parseLogLevel)),
  logFormat: variable("LOG_FORMAT", "json", withDefault<LogFormat>(production ? "json" : "logfmt", parseLogFormat)),
  metricsPort: variable("METRICS_PORT", "9464", optional(parseInteger(0, 65_535))),
  metricsToken: variable("METRICS_TOKEN", "$(openssl rand -base64 48)", optional(parseBearerToken))
});
