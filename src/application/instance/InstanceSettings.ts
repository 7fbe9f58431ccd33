import * as Context from "effect/Context";

/** One variable of the environment, as an admin may see it: of a secret only whether it is set. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  readonly isDefault: boolean;
  readonly description: string;
  readonly isSecret: boolean;
}

/** How an instance is set. Nothing of it can be changed from within. */
export interface SettingsOfInstance {
  readonly version: string;
  readonly development: boolean;
  /** Where the data is, without any credential. */
  readonly database: string;
  readonly values: ReadonlyArray<Setting>;
}

/** How this instance is set, as the composition knows it. */
export class InstanceSettings extends Context.Tag("application/InstanceSettings")<
  InstanceSettings,
  SettingsOfInstance
>() {}
