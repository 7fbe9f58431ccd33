import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { readTime, timeForms } from "../../../domain/time/readTime.ts";
import type { Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { explainProblem } from "../report/explainProblem.ts";
import { presentWithoutStores, type Report } from "../report/present.ts";
import { Backups, type Restored } from "./Backups.ts";
import { into, restoredFolder, to, wal } from "./backupParameters.ts";

const named = (variable: string, ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.length === 0 ? [] : [`  ${variable}: ${ids.join(", ")}`];

const missing = ({ audit, secrets, signing }: Restored["missingKeys"]): ReadonlyArray<string> => {
  const lines = [
    ...named("SECRET_KEY_BASE, or OAUTH_SIGNING_KEY where it was not set", secrets),
    ...named("OAUTH_SIGNING_KEY", signing),
    ...named("AUDIT_SIGNING_KEY", audit === null ? [] : [audit])
  ];
  return lines.length === 0
    ? ["This environment has every key that the data needs."]
    : ["This environment lacks keys that the data needs. Set them before the service starts:", ...lines];
};

const outcome = ({ database, folder, manifest }: Restored): ReadonlyArray<string> =>
  database === null
    ? [
        `Unpacked the data of a PostgreSQL ${manifest.server.version} server into ${folder}.`,
        "Start that major version of PostgreSQL on it, as the user that owns the folder: it recovers, and then accepts connections."
      ]
    : [
        `Restored the database in ${folder}, with ${database.events} events.`,
        ...(database.lastChangeAt === null ? [] : [`Its last change was at ${database.lastChangeAt}.`]),
        "Now run tidemark audit verify and tidemark registry compare, and then start the service."
      ];

const describe = (restored: Restored): Report => {
  const { backup, walArchive, missingKeys } = restored;
  const source = walArchive === null ? backup : `${backup} and ${walArchive}`;
  return {
    text: [`Read ${source}.`, ...outcome(restored), ...missing(missingKeys)].join("\n"),
    json: restored
  };
};

const unreadableTime = (text: string) =>
  badUsage(`--to: "${text}" is not a time; name one in one of these forms: ${timeForms}`);

/** Restores a backup. */
export const restore: Run = (given) =>
  presentWithoutStores(
    given,
    Effect.gen(function* () {
      const text = given(to);
      const now = yield* Clock.currentTimeMillis;
      const time = text === null ? null : Option.getOrNull(readTime(text, now));
      if (text !== null && time === null) return yield* unreadableTime(text);
      const request = { folder: given(restoredFolder), to: time, walArchive: given(wal), into: given(into) };
      const restored = yield* Effect.mapError(
        Effect.flatMap(Backups, (backups) => backups.restore(request)),
        explainProblem
      );
      return describe(restored);
    })
  );
