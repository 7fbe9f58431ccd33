import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { describedSettings } from "../../adapters/configuration/describedSettings.ts";
import type { Environment } from "../../adapters/configuration/variables/Variable.ts";
import {
  InstanceSettings,
  type Setting,
  type SettingsOfInstance
} from "../../application/instance/InstanceSettings.ts";

/** The host and name of the database: any other part of the URL may contain a password. */
const database = ({ databaseUrl, dataDir }: Configuration): string => {
  if (databaseUrl === null) return `embedded PostgreSQL in ${dataDir}`;
  const text = Redacted.value(databaseUrl);
  if (!URL.canParse(text)) return "PostgreSQL at DATABASE_URL";
  const { host, pathname } = new URL(text);
  return `PostgreSQL at ${host}${pathname}`;
};

const isSet = (environment: Environment, name: string): boolean => (environment[name] ?? "").trim() !== "";

const settings = (configuration: Configuration, environment: Environment): ReadonlyArray<Setting> =>
  describedSettings.map(({ description, name, secret = false, show }) => {
    const set = isSet(environment, name);
    const value = secret ? (set ? "set" : "not set") : String(show(configuration) ?? "");
    return { name, value, isDefault: !set, description, isSecret: secret };
  });

/** Returns the settings that are not secret, with the values in use. */
export const shownSettings = (
  configuration: Configuration,
  environment: Environment
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    settings(configuration, environment).flatMap(({ isSecret, name, value }) => (isSecret ? [] : [[name, value]]))
  );

const instanceSettings = (
  version: string,
  configuration: Configuration,
  environment: Environment
): SettingsOfInstance => ({
  version,
  development: !configuration.production,
  database: database(configuration),
  values: settings(configuration, environment)
});

/** The settings that admins see: everything except secrets. */
export const instanceSettingsLayer = (version: string, configuration: Configuration, environment: Environment) =>
  Layer.succeed(InstanceSettings, instanceSettings(version, configuration, environment));
