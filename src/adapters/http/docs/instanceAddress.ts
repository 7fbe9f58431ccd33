/** The sections whose examples are for the instance that serves them. The examples of the others are for the machine of the reader. */
const addressed: ReadonlySet<string> = new Set(["Get started", "Build an app", "Audit"]);

/** Returns the Markdown of a page with the address of this instance in place of the addresses in its examples. */
export const withInstanceAddress = (source: string, section: string, publicUrl: string): string =>
  addressed.has(section)
    ? source
        .replaceAll("http://127.0.0.1:8080", publicUrl)
        .replaceAll("https://records.example.com", publicUrl)
        .replaceAll("wss://records.example.com", publicUrl.replace(/^http/, "ws"))
    : source;
