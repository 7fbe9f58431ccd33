import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { didYouMean } from "../text/closestMatch.ts";
import { RetentionClass, retentionClasses } from "./RetentionClass.ts";

/** For how many days the database keeps the events of a class. */
export interface RetentionLimit {
  readonly class: RetentionClass;
  readonly days: number;
}

/**
 * The fewest days that events are kept: longer than anything waits for a later event, and than a registration waits for
 * its first sign-in.
 */
export const fewestRetainedDays = 30;

const mostRetainedDays = 36_500;

const isClass = Schema.is(RetentionClass);

const daysIn = { d: 1, y: 365 } as const;

/** Parses one limit, such as `access:90d` or `writes:1y`. The fault completes a sentence about it. */
export const parseRetentionLimit = (text: string): Either.Either<RetentionLimit, string> => {
  const [, name = "", count = "", unit] = /^([a-z]+):([1-9][0-9]{0,4})([dy])$/.exec(text) ?? [];
  if (unit !== "d" && unit !== "y")
    return Either.left("must be a class and a time in days or years, such as access:90d or writes:1y");
  if (!isClass(name))
    return Either.left(
      `has a class that does not exist: it must be ${retentionClasses.join(", ")}${didYouMean(name, retentionClasses)}`
    );
  const days = Number(count) * daysIn[unit];
  return days >= fewestRetainedDays && days <= mostRetainedDays
    ? Either.right({ class: name, days })
    : Either.left(`has a time that is not between ${fewestRetainedDays} days and 100 years`);
};

/** Formats a limit as the configuration has it. */
export const retentionLimitText = ({ class: of, days }: RetentionLimit): string => `${of}:${days}d`;
