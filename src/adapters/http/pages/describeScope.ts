import type { Permission, RepoAction } from "../../../domain/scope/Permission.ts";
import { knownScope } from "../../../domain/scope/Scope.ts";
import { type Html, html } from "./Html.ts";

const verbs: Readonly<Record<RepoAction, string>> = { create: "create", update: "change", delete: "delete" };

const listed = (words: ReadonlyArray<string>): string => {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const codes = (values: ReadonlyArray<string>): ReadonlyArray<Html> =>
  values.map((value, index) => html`${index === 0 ? "" : ", "}<code>${value}</code>`);

const describeRepoScope = (collections: ReadonlyArray<string>, actions: ReadonlyArray<RepoAction>): Html => {
  const what = capitalized(listed(actions.map((action) => verbs[action])));
  return collections.includes("*")
    ? html`${what} records of every kind in your account`
    : html`${what} records of these kinds in your account: ${codes(collections)}`;
};

const passedWords: Readonly<Record<string, string>> = {
  "transition:email": "See your email address",
  "transition:chat.bsky": "Read and send your direct messages"
};

const words = (permission: Permission): Html => {
  switch (permission._tag) {
    case "Atproto":
      return html`Know which account is yours`;
    case "TransitionGeneric":
      return html`<strong>Create, change and delete everything in your account</strong>: records of every kind, and files`;
    case "Repo":
      return describeRepoScope(permission.collections, permission.actions);
    case "Blob":
      return permission.accept.includes("*/*")
        ? html`Upload files to your account`
        : html`Upload files of these types to your account: ${codes(permission.accept)}`;
    case "Passed": {
      const known = passedWords[permission.text];
      return known === undefined
        ? html`Use a permission of your server: <code>${permission.text}</code>`
        : html`${known}`;
    }
  }
};

/** Describes what a scope allows an app to do, one phrase per value, for the account holder. */
export const describeScope = (scope: string): ReadonlyArray<Html> =>
  knownScope(scope).map(({ permission }) => words(permission));
