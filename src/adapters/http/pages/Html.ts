/** A piece of HTML that needs no escaping. Only `html` creates one. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlValue = string | number | Html | null | ReadonlyArray<Html>;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const render = (value: HtmlValue): string => {
  if (value === null) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "string" || typeof value === "number") return escape(String(value));
  return value.map((part) => part.text).join("");
};

/** Creates HTML. Every value is escaped, except for those that `html` itself created. Attribute values must be quoted. */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<HtmlValue>): Html =>
  new Html(strings.reduce((before, text, index) => before + render(values[index - 1] ?? null) + text));
