import * as Either from "effect/Either";
import { parseRetentionLimit, type RetentionLimit } from "../../../domain/retention/RetentionLimit.ts";
import { parseItems } from "../parse/parseList.ts";
import { parseInteger } from "../parse/parseText.ts";
import { optional, variable, withDefault } from "./Variable.ts";

const parseLimits = (items: ReadonlyArray<string>): Either.Either<ReadonlyArray<RetentionLimit>, string> =>
  Either.all(
    items.map((item, at) =>
      Either.mapLeft(parseRetentionLimit(item), (reason) => `has an entry (number ${at + 1}) that ${reason}`)
    )
  ).pipe(
    Either.filterOrLeft(
      (limits) => new Set(limits.map((limit) => limit.class)).size === limits.length,
      () => "has two entries of the same class: remove one"
    )
  );

/** Parses the limits of all classes, separated by commas. */
const parseRetention = parseItems(parseLimits);

/** The variables of retention, by the member of the configuration that they set. */
export const retentionVariables = {
  auditRetention: variable(
    "AUDIT_RETENTION",
    "access:90d,writes:1y",
    withDefault<ReadonlyArray<RetentionLimit>>([], parseRetention)
  ),
  auditArchives: variable(
    "AUDIT_ARCHIVES",
    "/mnt/archives",
    optional((text) => Either.right(text))
  ),
  subscriptionRetentionHours: variable("SUBSCRIPTION_RETENTION_HOURS", "72", withDefault(72, parseInteger(1, 8_760)))
};
