import type { SearchEntry } from "../../src/domain/documentation/SearchEntry.ts";
import { element } from "./element.ts";
import { markWords } from "./markWords.ts";
import { type Found, searchDocs } from "./searchDocs.ts";

const isEntry = (value: unknown): value is SearchEntry =>
  typeof value === "object" && value !== null && "path" in value && "parts" in value;

/** The search box (an ARIA combobox with a list): it loads the index when it is focused first, and searches here. */
export class SearchBox {
  readonly #input = element("input", {
    type: "search",
    role: "combobox",
    placeholder: "Search the docs",
    "aria-label": "Search the documentation",
    "aria-expanded": "false",
    "aria-controls": "docs-found",
    "aria-autocomplete": "list",
    "aria-keyshortcuts": "/ Meta+K Control+K",
    autocomplete: "off",
    spellcheck: "false"
  });
  readonly #list = element("ul", { id: "docs-found", role: "listbox", "aria-label": "Found in the documentation" });
  readonly #status = element("p", { class: "status", role: "status" });
  readonly #panel = element("div", { class: "found", hidden: "" }, this.#list, this.#status);
  #index: Promise<ReadonlyArray<SearchEntry>> | null = null;
  #selected = -1;

  /** Shows the box in an element, and listens to its keys and to those of the page. */
  mount(place: HTMLElement): void {
    place.append(this.#input, element("kbd", { "aria-hidden": "true" }, "/"), this.#panel);
    this.#input.addEventListener("focus", () => void this.#show());
    this.#input.addEventListener("input", () => void this.#show());
    this.#input.addEventListener("keydown", (event) => this.#press(event));
    document.addEventListener("pointerdown", ({ target }) => {
      if (!(target instanceof Node && place.contains(target))) this.#close();
    });
    place.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !place.contains(relatedTarget)) this.#close();
    });
    document.addEventListener("keydown", (event) => {
      const isShortcut = event.key === "k" && (event.metaKey || event.ctrlKey);
      const isSlash = event.key === "/" && !event.metaKey && !event.ctrlKey && !isTyping(event.target);
      if (!isShortcut && !isSlash) return;
      event.preventDefault();
      this.#input.focus();
      this.#input.select();
    });
  }

  #load(): Promise<ReadonlyArray<SearchEntry>> {
    this.#index ??= fetch("/docs/search-index").then(async (response) => {
      const entries: unknown = response.ok ? await response.json() : null;
      if (!Array.isArray(entries)) throw new Error(`Status ${response.status}`);
      return entries.filter(isEntry);
    });
    return this.#index;
  }

  async #show(): Promise<void> {
    try {
      const index = await this.#load();
      const query = this.#input.value;
      if (query.trim() === "" || document.activeElement !== this.#input) this.#close();
      else this.#open(searchDocs(index, query), query);
    } catch {
      this.#index = null;
      this.#open([], null);
    }
  }

  #open(found: ReadonlyArray<Found>, query: string | null): void {
    this.#list.replaceChildren(...found.map((each, place) => option(each, place, query ?? "")));
    this.#list.hidden = found.length === 0;
    const text =
      query === null
        ? "The search index could not be loaded. Check your connection and type again."
        : found.length === 0
          ? `Nothing found for “${query.trim()}”. Try fewer words, or another one.`
          : "";
    this.#status.textContent = text;
    this.#status.hidden = text === "";
    this.#panel.hidden = false;
    this.#input.setAttribute("aria-expanded", String(found.length > 0));
    this.#select(found.length > 0 ? 0 : -1);
  }

  #close(): void {
    this.#panel.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
    this.#select(-1);
  }

  #select(place: number): void {
    this.#selected = place;
    const options = [...this.#list.children];
    for (const [at, each] of options.entries()) each.setAttribute("aria-selected", String(at === place));
    const chosen = options[place];
    if (chosen === undefined) this.#input.removeAttribute("aria-activedescendant");
    else {
      this.#input.setAttribute("aria-activedescendant", chosen.id);
      chosen.scrollIntoView({ block: "nearest" });
    }
  }

  #follow(): void {
    const chosen = this.#list.children[this.#selected];
    if (chosen instanceof HTMLElement) chosen.click();
    this.#close();
  }

  #press(event: KeyboardEvent): void {
    const count = this.#list.children.length;
    if (event.key === "Escape") {
      if (this.#panel.hidden) this.#input.value = "";
      this.#close();
    } else if (this.#panel.hidden || count === 0) return;
    else if (event.key === "ArrowDown") this.#select((this.#selected + 1) % count);
    else if (event.key === "ArrowUp") this.#select((this.#selected + count - 1) % count);
    else if (event.key === "Enter") this.#follow();
    else return;
    event.preventDefault();
  }
}

const option = ({ excerpt, heading, href, page, section }: Found, place: number, query: string): HTMLLIElement => {
  const made = element(
    "li",
    { role: "option", id: `docs-found-${place}`, "aria-selected": "false" },
    element("strong", {}, ...markWords(heading ?? page, query)),
    element("span", { class: "where" }, heading === null ? section : `${section} › ${page}`),
    element("span", { class: "excerpt" }, ...markWords(excerpt, query))
  );
  made.addEventListener("click", () => location.assign(href));
  return made;
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
