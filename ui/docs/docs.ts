import { addCopyButtons } from "./addCopyButtons.ts";
import { followHeadings } from "./followHeadings.ts";
import { SearchBox } from "./SearchBox.ts";

/** The colour scheme that was chosen in the settings of this instance, in this browser. */
const applyChosenTheme = (): void => {
  try {
    const theme = localStorage.getItem("tidemark.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage, the pages have the colours of the system.
  }
};

applyChosenTheme();
addCopyButtons();
followHeadings();
const place = document.getElementById("docs-search");
if (place !== null) new SearchBox().mount(place);
