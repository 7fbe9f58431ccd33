/** What stands after the backticks of a code block: its language, and words and `name=value` pairs that say how it is checked. */
export interface CodeInfo {
  readonly language: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Reads the info string of a code block, such as `tsx file=src/App.tsx`. A word without a value has the empty value. */
export const readCodeInfo = (info: string): CodeInfo => {
  const [language = "", ...words] = info.trim().split(/\s+/);
  return {
    language,
    attributes: new Map(
      words.map((word) => {
        const [name = "", ...value] = word.split("=");
        return [name, value.join("=")] as const;
      })
    )
  };
};
