import * as Context from "effect/Context";

/** One environment variable as an admin sees it; for a secret, only whether it is set. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  readonly isDefault: boolean;
  readonly description: string;
  readonly isSecret: boolean;
}

/** How an instance is configured. Nothing of it can be changed at run time. */
export interface SettingsOfInstance {
  readonly version: string;
  readonly development: boolean;
  /** The location of the data, without credentials. */
  readonly database: string;
  readonly values: ReadonlyArray<Setting>;
}

/** The configuration of this instance, as provided by the composition root. */
export class InstanceSettings extends Context.Tag("application/InstanceSettings")<
  InstanceSettings,
  SettingsOfInstance
>() {}
