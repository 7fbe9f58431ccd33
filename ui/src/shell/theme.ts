import { persistentStore } from "../session/browserStore.ts";

export type Theme = "system" | "light" | "dark";

const name = "tidemark.theme";

/** The theme chosen in this browser; by default, that of the system. */
export const chosenTheme = (): Theme => {
  const stored = persistentStore.get(name);
  return stored === "light" || stored === "dark" ? stored : "system";
};

/** Applies a theme and stores the choice. */
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
