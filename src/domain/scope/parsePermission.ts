import { isValidNsid } from "@atproto/syntax";
import * as Option from "effect/Option";
import type { Permission, RepoAction } from "./Permission.ts";

const repoActions: ReadonlyArray<RepoAction> = ["create", "update", "delete"];
const passed = /^(?:rpc|account|identity|include)[:?][\x21\x23-\x5b\x5d-\x7e]+$|^transition:(?:email|chat\.bsky)$/;
const mimePattern = /^(?:\*\/\*|[a-z0-9][\w!#$&^.+-]*\/(?:\*|[a-z0-9][\w!#$&^.+-]*))$/i;

interface Parts {
  readonly positional: string | null;
  readonly parameters: ReadonlyArray<readonly [string, string]>;
}

const decodePercent = (text: string): Option.Option<string> =>
  Option.liftThrowable((encoded: string) => decodeURIComponent(encoded))(text);

const parseParameters = (query: string): Option.Option<ReadonlyArray<readonly [string, string]>> =>
  Option.all(
    query.split("&").map((pair) => {
      const at = pair.indexOf("=");
      return at < 1
        ? Option.none()
        : Option.map(decodePercent(pair.slice(at + 1)), (value) => [pair.slice(0, at), value] as const);
    })
  );

const parts = (resource: string, text: string): Option.Option<Parts> => {
  const rest = text.slice(resource.length);
  const mark = rest.indexOf("?");
  const head = mark === -1 ? rest : rest.slice(0, mark);
  const parameters = mark === -1 ? Option.some([]) : parseParameters(rest.slice(mark + 1));
  return Option.flatMap(
    parameters,
    (list): Option.Option<Parts> =>
      head === ""
        ? Option.some({ positional: null, parameters: list })
        : Option.map(decodePercent(head.slice(1)), (positional) => ({ positional, parameters: list }))
  );
};

const valuesOf = (found: Parts, positionalName: string, name: string): ReadonlyArray<string> => [
  ...(found.positional !== null && name === positionalName ? [found.positional] : []),
  ...found.parameters.filter(([key]) => key === name).map(([, value]) => value)
];

/** The parameters of a resource. The first one may be given either after the colon or by name. */
const onlyKnows = (found: Parts, names: readonly [positional: string, ...others: Array<string>]): boolean =>
  found.parameters.every(([key]) => names.includes(key) && (found.positional === null || key !== names[0]));

const isRepoAction = (text: string): text is RepoAction => repoActions.some((action) => action === text);

const parseRepo = (text: string): Option.Option<Permission> =>
  Option.flatMap(parts("repo", text), (found) => {
    const collections = valuesOf(found, "collection", "collection");
    const actions = valuesOf(found, "collection", "action");
    const sound =
      onlyKnows(found, ["collection", "action"]) &&
      collections.length > 0 &&
      collections.every((collection) => collection === "*" || isValidNsid(collection)) &&
      actions.every(isRepoAction);
    return sound
      ? Option.some({
          _tag: "Repo",
          collections,
          actions: actions.length === 0 ? repoActions : actions.filter(isRepoAction)
        })
      : Option.none();
  });

const parseBlob = (text: string): Option.Option<Permission> =>
  Option.flatMap(parts("blob", text), (found) => {
    const accept = valuesOf(found, "accept", "accept");
    const sound = onlyKnows(found, ["accept"]) && accept.length > 0 && accept.every((mime) => mimePattern.test(mime));
    return sound ? Option.some({ _tag: "Blob", accept: accept.map((mime) => mime.toLowerCase()) }) : Option.none();
  });

/** Parses one scope value; none when it is malformed or unknown. */
export const parsePermission = (text: string): Option.Option<Permission> => {
  if (text === "atproto") return Option.some({ _tag: "Atproto" });
  if (text === "transition:generic") return Option.some({ _tag: "TransitionGeneric" });
  if (/^repo[:?]/.test(text)) return parseRepo(text);
  if (/^blob[:?]/.test(text)) return parseBlob(text);
  return passed.test(text) ? Option.some({ _tag: "Passed", text }) : Option.none();
};
