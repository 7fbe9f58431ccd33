import { readFileSync } from "node:fs";
import { parseCommandLine } from "../../src/adapters/cli/command/parseCommandLine.ts";
import { variableNames } from "../../src/adapters/configuration/variables/variableNames.ts";
import { routes } from "../../src/main/serve/routes.ts";

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8")
);

/** How a command of the service is run in its container. */
const container = /^docker (?:compose exec|compose run --rm|run --rm) tidemark (?=tidemark )/;

/** Splits a command into words as a shell does, without expansions. */
const wordsOf = (command: string): ReadonlyArray<string> =>
  [...command.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/^["']|["']$/g, ""));

const commandsIn = (code: string): ReadonlyArray<string> =>
  code
    .replace(/\\\n\s*/g, " ")
    .split("\n")
    .map((line) => line.replace(/^\$ /, "").replace(/(?:^|\s)#.*$/, ""))
    .map((line) => line.replace(/\$\(([^()]*)\)/g, " ; $1 ; "))
    .flatMap((line) => line.split(/\s(?:\|\||&&|\||;|>)\s/))
    .map((line) => line.trim().replace(container, ""))
    .filter(Boolean);

const isServed = (path: string): boolean =>
  routes.some((route) => (route.path.endsWith("/*") ? path.startsWith(route.path.slice(0, -1)) : path === route.path));

const faultOf = (command: string): string | null => {
  const words = wordsOf(command);
  const assigned = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const [program, ...rest] = assigned < 0 ? [] : words.slice(assigned);
  if (program === "tidemark" || (program === "npx" && rest[0] === "tidemark")) {
    const parsed = parseCommandLine(["node", "tidemark", ...(program === "npx" ? rest.slice(1) : rest)], {
      version: "0",
      colors: false,
      publicUrl: "http://127.0.0.1:8080"
    });
    return parsed._tag === "WrongUsage" ? parsed.lines.join("; ") : null;
  }
  if (program === "npm" && rest[0] === "run" && rest[1] !== "dev" && !Object.hasOwn(scripts, rest[1] ?? ""))
    return `there is no script ${rest[1]}`;
  if (program === "curl") {
    const url = rest.find((word) => /^(?:https?:|\$B)/.test(word)) ?? "";
    const path = url.replace(/^(?:https?:\/\/[^/]+|\$B)/, "").replace(/[?#].*$/, "");
    const isOwn = /^(?:\$B|http:\/\/127\.0\.0\.1:8080|https:\/\/records\.example\.com)(?:\/|$)/.test(url);
    return isOwn && !isServed(path === "" ? "/" : path) ? `nothing is served at ${path}` : null;
  }
  return null;
};

/** What is wrong with the commands of a shell block: unknown commands, options, scripts and paths. */
export const shellFaults = (code: string): ReadonlyArray<string> =>
  commandsIn(code).flatMap((command) => {
    const fault = faultOf(command);
    return fault === null ? [] : [`${command}: ${fault}`];
  });

/** What is wrong with lines that set variables of the service. */
export const environmentFaults = (code: string): ReadonlyArray<string> =>
  code
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .flatMap((line) => {
      const name = /^(?:export )?([A-Z_]+)=/.exec(line)?.[1];
      return name === undefined || !variableNames.includes(name) ? [`${line}: sets no variable of the service`] : [];
    });
