import { type Html, html } from "../pages/Html.ts";

/** A kind of token: its class in the stylesheet, and what it looks like. */
type Rule = readonly [kind: string, pattern: string];

const double = String.raw`"(?:[^"\\\n]|\\.)*"`;
const single = String.raw`'(?:[^'\\\n]|\\.)*'`;
const number = String.raw`\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\b`;
const words = (list: string): string => String.raw`\b(?:${list.replaceAll(" ", "|")})\b`;

const script: ReadonlyArray<Rule> = [
  ["comment", String.raw`\/\/.*|\/\*[\s\S]*?\*\/`],
  ["string", `${double}|${single}|${String.raw`\`(?:[^\`\\]|\\.)*\``}`],
  [
    "keyword",
    words(
      "as async await break case catch class const continue default else export extends false finally for from function if import in instanceof interface let new null of readonly return satisfies switch this throw true try type typeof undefined while"
    )
  ],
  ["number", number],
  ["tag", String.raw`<\/?[A-Za-z][\w.]*(?=[\s>/])|\/>`]
];

const shell: ReadonlyArray<Rule> = [
  ["comment", String.raw`(?<=^|\s)#.*`],
  ["string", String.raw`"(?:[^"\\]|\\[\s\S])*"|'[^']*'`],
  ["variable", String.raw`\$\{[^}]*\}|\$\w+|(?<=^|\s)[A-Z][A-Z0-9_]*(?==)`],
  ["option", String.raw`(?<=\s)--?[A-Za-z][\w-]*`],
  ["keyword", String.raw`(?<=^|\| ?|&& ?)(?:npx|npm|node|curl|docker|cd|export|git|psql|openssl|printf|echo)\b`]
];

const rules: Readonly<Record<string, ReadonlyArray<Rule>>> = {
  ts: script,
  tsx: script,
  js: script,
  jsx: script,
  sh: shell,
  env: shell,
  yaml: [
    ["comment", String.raw`(?<=^|\s)#.*`],
    ["string", `${double}|${single}`],
    ["property", String.raw`(?<=^\s*(?:- )?)[\w.-]+(?=:)`],
    ["number", number]
  ],
  json: [
    ["property", String.raw`${double}(?=\s*:)`],
    ["string", double],
    ["keyword", words("true false null")],
    ["number", `-?${number}`]
  ],
  graphql: [
    ["comment", "#.*"],
    ["string", String.raw`"""[\s\S]*?"""|${double}`],
    [
      "keyword",
      words(
        "query mutation subscription fragment on type input enum union interface scalar directive schema extend implements true false null"
      )
    ],
    ["variable", String.raw`\$\w+`],
    ["option", String.raw`@\w+`],
    ["property", String.raw`\b\w+(?=\s*:)`],
    ["number", number]
  ],
  sql: [
    ["comment", "--.*"],
    ["string", single],
    [
      "keyword",
      words(
        "select from where and or not in is null order by group limit insert into values update set delete create table index on as join left with grant to revoke alter drop role database"
      )
    ],
    ["number", number]
  ],
  html: [
    ["comment", String.raw`<!--[\s\S]*?-->`],
    ["tag", String.raw`<\/?[A-Za-z][\w-]*|\/?>`],
    ["string", `${double}|${single}`],
    ["property", String.raw`\b[a-z-]+(?==)`]
  ],
  http: [
    ["keyword", "^(?:GET|POST|PUT|DELETE|HEAD|OPTIONS) "],
    ["property", "^[A-Za-z-]+(?=:)"],
    ["string", double]
  ]
};

const compiled = new Map(
  Object.entries(rules).map(([language, list]) => [
    language,
    { kinds: list.map(([kind]) => kind), pattern: new RegExp(list.map(([, source]) => `(${source})`).join("|"), "gm") }
  ])
);

/** Returns code with its tokens marked for the stylesheet; a language that is not known stays as it is. */
export const highlightCode = (code: string, language: string): Html => {
  const found = compiled.get(language);
  if (found === undefined) return html`${code}`;
  const parts: Array<Html> = [];
  let end = 0;
  for (const match of code.matchAll(found.pattern)) {
    const [text] = match;
    if (text === "") continue;
    const kind = found.kinds[match.slice(1).findIndex((group) => group !== undefined)] ?? "";
    parts.push(html`${code.slice(end, match.index)}`, html`<span class="t-${kind}">${text}</span>`);
    end = match.index + text.length;
  }
  return html`${[...parts, html`${code.slice(end)}`]}`;
};
