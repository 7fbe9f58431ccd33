/** Text by name, as `localStorage` keeps it. */
export interface TextStore {
  readonly get: (name: string) => string | null;
  readonly set: (name: string, text: string) => void;
  readonly remove: (name: string) => void;
}
