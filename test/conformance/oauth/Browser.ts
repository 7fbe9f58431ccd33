import type { Answer, Sent } from "./HttpWire.ts";

/** A browser at the target: keeps its cookies, follows nothing by itself. */
export class Browser {
  readonly #send: (url: URL, sent: Sent) => Promise<Answer>;
  readonly #cookies = new Map<string, string>();

  constructor(send: (url: URL, sent: Sent) => Promise<Answer>) {
    this.#send = send;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  async visit(url: URL, sent: Sent = {}): Promise<Answer> {
    const cookie = Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const navigation = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    const headers = { ...navigation, ...(cookie !== "" && { cookie }), ...sent.headers };
    const answer = await this.#send(url, { ...sent, headers });
    for (const line of answer.cookies) {
      const [pair = "", ...attributes] = line.split(";");
      const at = pair.indexOf("=");
      const ended = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute));
      if (ended) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  /** Presses a button of the first form that is posted. */
  async submit(
    page: Answer,
    at: URL,
    choice: "approve" | "deny",
    more: Readonly<Record<string, string>> = {}
  ): Promise<Answer> {
    const form = postedForm(page.text);
    if (form === null) throw new Error(`There is no form on this page: ${page.status} ${page.text.slice(0, 500)}`);
    const fields = { ...form.hidden, ...buttonOf(form.buttons, choice), ...more };
    return this.visit(new URL(form.action, at), {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: at.origin,
        "sec-fetch-site": "same-origin"
      },
      body: new URLSearchParams(fields).toString()
    });
  }
}

interface PostedForm {
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly buttons: ReadonlyArray<Readonly<Record<string, string>>>;
}

const unescape = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
  return found === undefined ? null : unescape(found);
};

/** The first form with `method="post"` on a page. */
export const postedForm = (html: string): PostedForm | null => {
  const found = Array.from(html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/gi), ([whole]) => whole).find((form) =>
    /^<form\b[^>]*\smethod="post"/i.test(form)
  );
  if (found === undefined) return null;
  const tags = Array.from(found.matchAll(/<(?:input|button|form)\b[^>]*>/gi), ([tag]) => tag);
  const named = (tag: string) => ({ [attribute(tag, "name") ?? ""]: attribute(tag, "value") ?? "" });
  return {
    action: attribute(tags[0] ?? "", "action") ?? "",
    hidden: Object.assign({}, ...tags.filter((tag) => attribute(tag, "type") === "hidden").map(named)),
    buttons: tags.filter((tag) => /^<button/i.test(tag)).map(named)
  };
};

const denial = /deny|cancel|reject|refuse|no/i;

const buttonOf = (buttons: PostedForm["buttons"], choice: "approve" | "deny"): Readonly<Record<string, string>> => {
  const button = buttons.find(
    (each) => Object.values(each).some((value) => denial.test(value)) === (choice === "deny")
  );
  return Object.fromEntries(Object.entries(button ?? {}).filter(([name]) => name !== ""));
};
