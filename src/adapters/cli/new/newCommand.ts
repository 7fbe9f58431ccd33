import { relative } from "node:path";
import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { failure } from "../command/CommandFailed.ts";
import { presentWithoutStores, type Report } from "../report/present.ts";
import { type CreatedApp, type NewAppFailed, NewApps, type Template } from "./NewApps.ts";
import { folder, server, template } from "./newParameters.ts";

const problems: Readonly<Record<NewAppFailed["reason"], (subject: string) => string>> = {
  "folder-not-empty": (subject) => `<folder>: ${subject} is not empty; give the name of a folder that does not exist`,
  "folder-unwritable": (subject) => `<folder>: ${subject} cannot be written; give a folder that this user may write to`,
  "no-instance": () =>
    "No instance is running on this machine: start one with npx tidemark demo, or name one with --server",
  "several-instances": (subject) => `Several instances are running: name one with --server (${subject})`,
  unreachable: (subject) => `--server: ${subject} cannot be reached; check the address, and whether it is running`,
  "not-an-instance": (subject) => `--server: ${subject} is not a Tidemark instance; give its public URL`,
  "templates-missing": () =>
    "The templates are not part of this installation, such as an image: run npx tidemark new with the package, or in a checkout"
};

const kinds: Readonly<Record<Template, string>> = { react: "in React", html: "in plain HTML" };

const registration = ({ clientId, redirectUri, registeredItself, server }: CreatedApp): ReadonlyArray<string> => {
  if (clientId === null)
    return [
      "The instance does not let apps register themselves. Register a public client there, at",
      `${server}/settings, with the redirect URI ${redirectUri}, and write its client id into the`,
      "file that README.md in the folder names."
    ];
  const consent = registeredItself
    ? " It registered itself, so users confirm each login on a page of the instance."
    : "";
  return [`It is registered as ${clientId}.${consent}`];
};

const cd = (folder: string): string => {
  const path = relative(process.cwd(), folder);
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
};

const reportOf = (kind: Template, created: CreatedApp): Report => ({
  text: [
    `Created ${created.folder}, an app ${kinds[kind]} for ${created.server}.`,
    ...registration(created),
    "",
    `  cd ${cd(created.folder)}`,
    "  npm install",
    "  npm run dev",
    "",
    `Then open ${created.redirectUri} and log in.`
  ].join("\n"),
  json: {
    folder: created.folder,
    template: kind,
    server: created.server,
    clientId: created.clientId,
    redirectUri: created.redirectUri
  }
});

/** Creates an app. */
export const createApp: Run = (given) => {
  const kind = given(template) ?? "react";
  const created = Effect.gen(function* () {
    const apps = yield* NewApps;
    return yield* apps.create({ folder: given(folder), template: kind, server: given(server) });
  });
  return presentWithoutStores(
    given,
    Effect.mapBoth(created, {
      onFailure: ({ reason, subject }) => failure(reason.replaceAll("-", "_"), problems[reason](subject)),
      onSuccess: (app) => reportOf(kind, app)
    })
  );
};
