/** What a page gets of its address. */
export interface PageProps {
  readonly parameters: Readonly<Record<string, string>>;
}
