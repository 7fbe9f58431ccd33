import { docsSections } from "../../../domain/documentation/DocsPage.ts";
import { docsPath } from "../../../domain/documentation/docsUrl.ts";
import { brandLinks, mark } from "../brand/brandLinks.ts";
import { type Html, html } from "../pages/Html.ts";

/** A link of the layout. */
export interface DocsLink {
  readonly href: string;
  readonly title: string;
}

/** What a page of the documentation shows around its content. */
export interface DocsLayout {
  readonly title: string;
  readonly description: string;
  /** The path below `/docs` of the page that the sidebar marks. */
  readonly current: string;
  readonly section: string;
  readonly content: Html;
  /** The headings of the second and third level. */
  readonly onThisPage: ReadonlyArray<DocsLink & { readonly level: number }>;
  readonly previous: DocsLink | null;
  readonly next: DocsLink | null;
  /** The URLs of the script and the stylesheet. */
  readonly script: string;
  readonly style: string;
}

const sidebar = (current: string): Html =>
  html`${docsSections.map(
    ({ pages, title }) => html`<h2>${title}</h2>
<ul>${pages.map(([slug, name]) => html`<li><a href="${docsPath(slug)}"${slug === current ? html` aria-current="page"` : null}>${name}</a></li>`)}</ul>`
  )}`;

const contents = (links: DocsLayout["onThisPage"]): Html | null =>
  links.length < 2
    ? null
    : html`<details class="contents"><summary>On this page</summary><nav aria-label="On this page">
<ul>${links.map(({ href, level, title }) => html`<li class="level-${level}"><a href="${href}">${title}</a></li>`)}</ul></nav></details>`;

const turn = (previous: DocsLink | null, next: DocsLink | null): Html | null =>
  previous === null && next === null
    ? null
    : html`<nav class="turn" aria-label="Previous and next page">
${previous === null ? null : html`<a class="previous" rel="prev" href="${previous.href}"><span>Previous</span>${previous.title}</a>`}
${next === null ? null : html`<a class="next" rel="next" href="${next.href}"><span>Next</span>${next.title}</a>`}
</nav>`;

const site = "Tidemark documentation";

/** Returns a complete page of the documentation, without inline scripts or styles. */
export const docsLayout = (page: DocsLayout): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${page.description}">
<title>${page.title === site ? site : `${page.title} · ${site}`}</title>
${brandLinks}
<link rel="stylesheet" href="${page.style}">
<script type="module" src="${page.script}"></script>
</head>
<body>
<a class="skip" href="#docs-content">Skip to the content</a>
<header>
<a class="home" href="/docs">${mark}<span>Tidemark <em>Docs</em></span></a>
<div id="docs-search" class="search"></div>
<nav class="elsewhere" aria-label="This instance"><a class="pages" href="#docs-menu">Pages</a><a href="/graphiql">GraphiQL</a><a href="/settings">Settings</a></nav>
</header>
<div class="frame">
<nav class="menu" id="docs-menu" aria-label="Documentation">${sidebar(page.current)}<a class="close" href="#docs-content">Close the list</a></nav>
${contents(page.onThisPage)}
<main id="docs-content" tabindex="-1">
<p class="section">${page.section}</p>
<article>${page.content}</article>
${turn(page.previous, page.next)}
</main>
</div>
</body>
</html>
`.text;
