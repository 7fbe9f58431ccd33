import { html } from "../pages/Html.ts";
import { type Asset, packAsset } from "../server/response/Asset.ts";
import { listDocsFiles, readDocsFile } from "./DocsFile.ts";
import type { DocsAssets } from "./renderPage.ts";

/** What is served at a path below `/docs`. */
export interface DocsAnswer {
  readonly status: 200 | 404;
  readonly asset: Asset;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const page = "text/html; charset=utf-8";

/** Files that pages link to and that are served as they are. */
const plainFile = /^(?:admin\.graphql|lexicons\/[\w.]+\.json)$/;

/**
 * The documentation of the instance at a public URL. It is rendered from the Markdown files of the installation: each page on
 * the first request for it, the search index on the first search. Both are kept.
 */
export class DocsSite {
  readonly #publicUrl: string;
  readonly #assets: DocsAssets;
  readonly #kept = new Map<string, Promise<DocsAnswer | null>>();
  #index: Promise<Asset> | null = null;
  #notFound: Promise<DocsAnswer> | null = null;

  constructor(publicUrl: string, assets: DocsAssets) {
    this.#publicUrl = publicUrl;
    this.#assets = assets;
  }

  /** Returns the page or file at a path below `/docs`; the page that says so if there is none. */
  async at(slug: string): Promise<DocsAnswer> {
    const found = await this.#keep(slug);
    if (found !== null) return found;
    this.#notFound ??= this.#missing();
    return this.#notFound;
  }

  /** Returns the search index (JSON). */
  searchIndex(): Promise<Asset> {
    this.#index ??= this.#makeIndex();
    return this.#index;
  }

  async #makeIndex(): Promise<Asset> {
    const { searchIndex } = await import("./searchIndex.ts");
    const index = await searchIndex(await listDocsFiles(), this.#publicUrl);
    return packAsset(encode(JSON.stringify(index)), "application/json");
  }

  /** Keeps what exists, so that requests for other paths occupy no memory. */
  async #keep(slug: string): Promise<DocsAnswer | null> {
    const kept = this.#kept.get(slug);
    if (kept !== undefined) return kept;
    const made = this.#make(slug);
    this.#kept.set(slug, made);
    const answer = await made.catch(() => null);
    if (answer === null) this.#kept.delete(slug);
    return made;
  }

  async #make(slug: string): Promise<DocsAnswer | null> {
    if (plainFile.test(slug)) {
      const content = await readDocsFile(`docs/${slug}`).catch(() => null);
      return content === null
        ? null
        : { status: 200, asset: await packAsset(encode(content), "text/plain; charset=utf-8") };
    }
    const { renderPage } = await import("./renderPage.ts");
    const files = await listDocsFiles();
    const file = files.find((each) => each.slug === slug);
    if (file === undefined) return null;
    const content = await renderPage(file, files, this.#publicUrl, this.#assets);
    return { status: 200, asset: await packAsset(encode(content), page) };
  }

  async #missing(): Promise<DocsAnswer> {
    const { missingPage } = await import("./renderPage.ts");
    const content = html`<h1>No such page</h1>
<p>This page is not in the documentation of this instance. Search for what you need, or start from <a href="/docs">the overview</a>.</p>`;
    return { status: 404, asset: await packAsset(encode(missingPage(content, this.#assets)), page) };
  }
}
