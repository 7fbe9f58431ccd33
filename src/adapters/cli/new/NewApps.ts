import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** The apps that can be created: the examples in this repository. */
export const templates = ["react", "html"] as const;
export type Template = (typeof templates)[number];

/** What to create. */
export interface NewApp {
  readonly folder: string;
  readonly template: Template;
  /** The URL of an instance; null for the one that runs on this machine. */
  readonly server: string | null;
}

/** What was created. */
export interface CreatedApp {
  readonly folder: string;
  /** The public URL of the instance. */
  readonly server: string;
  /** Null if the instance did not register the app. */
  readonly clientId: string | null;
  readonly redirectUri: string;
  /** Whether the app must ask for consent at each login, because nobody but the app registered it. */
  readonly registeredItself: boolean;
}

/** An app cannot be created. `subject` is the folder, the URL, or the URLs of the running instances. */
export class NewAppFailed extends Schema.TaggedError<NewAppFailed>()("NewAppFailed", {
  reason: Schema.Literal(
    "folder-not-empty",
    "folder-unwritable",
    "no-instance",
    "several-instances",
    "unreachable",
    "not-an-instance",
    "templates-missing"
  ),
  subject: Schema.String
}) {}

/** Creates apps that log in at an instance and write records there. */
export class NewApps extends Context.Tag("cli/NewApps")<
  NewApps,
  { readonly create: (app: NewApp) => Effect.Effect<CreatedApp, NewAppFailed> }
>() {}
