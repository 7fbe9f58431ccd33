import { persistentStore } from "../session/browserStore.ts";

export type Theme = "system" | "light" | "dark";

const name = "tidemark.theme";

/** The theme that was chosen in this browser; as the system has it unless somebody chose. */
export const chosenTheme = (): Theme => {
  const kept = persistentStore.get(name);
  return kept === "light" || kept === "dark" ? kept : "system";
};

/** Shows a theme, and keeps it for the next time. */
export const applyTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement;
  if (theme === "system") {
    delete dataset.theme;
    persistentStore.remove(name);
    return;
  }
  dataset.theme = theme;
  persistentStore.set(name, theme);
};
