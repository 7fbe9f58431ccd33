import { Marked, type RendererObject } from "marked";
import { Html, html } from "../pages/Html.ts";
import { readCodeInfo } from "./CodeInfo.ts";
import { headingAnchor } from "./headingAnchor.ts";
import { highlightCode } from "./highlightCode.ts";
import { plainText } from "./plainText.ts";
import { resolveLink } from "./resolveLink.ts";

/** A heading of a page, with the plain text up to the next heading. */
export interface DocsHeading {
  readonly level: number;
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}

/** A page of the documentation, rendered. */
export interface RenderedPage {
  readonly title: string;
  /** The first paragraph, as plain text. */
  readonly description: string;
  readonly content: Html;
  readonly headings: ReadonlyArray<DocsHeading>;
}

/** Own anchors of the files. All other HTML in them is shown as text. */
const anchor = /^<a id="[\w-]+"><\/a>\s*$|^<a id="[\w-]+">$|^<\/a>$/;

/** Indented code has no language. In these files, it is a command if it begins like one. */
const languageOf = (code: string): string => (/^(?:npx|npm|curl|docker|[A-Z_]+=\S)/.test(code) ? "sh" : "");

const rendererFor = (from: string): RendererObject => {
  const used = new Map<string, number>();
  return {
    heading({ depth, tokens }) {
      const content = new Html(this.parser.parseInline(tokens));
      const id = headingAnchor(plainText(content.text), used);
      return html`<h${depth} id="${id}"><a class="anchor" href="#${id}">${content}</a></h${depth}>\n`.text;
    },
    code({ lang, text }) {
      const { attributes, language } = readCodeInfo(lang ?? languageOf(text));
      const file = attributes.get("file");
      const caption = file === undefined ? null : html`<figcaption>${file}</figcaption>`;
      return html`<figure class="code">${caption}<pre tabindex="0"><code>${highlightCode(text, language)}</code></pre></figure>\n`
        .text;
    },
    link({ href, tokens }) {
      const content = new Html(this.parser.parseInline(tokens));
      const link = resolveLink(href, from);
      return link._tag === "Source"
        ? html`<span class="source" title="In the source code: ${link.path}">${content}</span>`.text
        : html`<a href="${link.href}">${content}</a>`.text;
    },
    table({ header, rows }) {
      const cells = (row: typeof header, tag: "td" | "th") =>
        row.map(({ tokens }) => {
          const name = new Html(tokens.length === 0 ? "td" : tag);
          return html`<${name}>${new Html(this.parser.parseInline(tokens))}</${name}>`;
        });
      const head = header.some(({ text }) => text !== "") ? html`<thead><tr>${cells(header, "th")}</tr></thead>` : null;
      return html`<div class="table" tabindex="0"><table>${head}<tbody>${rows.map((row) => html`<tr>${cells(row, "td")}</tr>`)}</tbody></table></div>\n`
        .text;
    },
    html({ text }) {
      if (text.trimStart().startsWith("<!--")) return "";
      return anchor.test(text.trim()) ? text : html`${text}`.text;
    }
  };
};

const withTexts = (content: string): ReadonlyArray<DocsHeading> => {
  const starts = [...content.matchAll(/<h([1-6]) id="([^"]*)">(.*?)<\/h\1>/gs)];
  return starts.map(({ 0: whole, 1: level = "", 2: id = "", 3: title = "", index }, place) => ({
    level: Number(level),
    anchor: id,
    title: plainText(title),
    text: plainText(content.slice(index + whole.length, starts[place + 1]?.index ?? content.length))
  }));
};

/** Renders a Markdown file (GitHub's dialect); `from` is its path in the repository. The first heading is the title. */
export const renderMarkdown = (source: string, from: string): RenderedPage => {
  const content = new Marked({ gfm: true, renderer: rendererFor(from) }).parse(source, { async: false });
  const headings = withTexts(content);
  return {
    title: headings[0]?.title ?? from,
    description: plainText(/<p>(.*?)<\/p>/s.exec(content)?.[1] ?? ""),
    content: new Html(content),
    headings
  };
};
