/** Stores texts by name, like `localStorage`. */
export interface TextStore {
  readonly get: (name: string) => string | null;
  readonly set: (name: string, text: string) => void;
  readonly remove: (name: string) => void;
}
