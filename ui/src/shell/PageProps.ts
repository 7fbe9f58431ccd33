/** The parameters of a page's path. */
export interface PageProps {
  readonly parameters: Readonly<Record<string, string>>;
}
