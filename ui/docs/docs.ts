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

/** Shows the link of this page in the sidebar, which scrolls by itself. */
const showCurrentPage = (): void => {
  const menu = document.getElementById("docs-menu");
  const current = menu?.querySelector("[aria-current]");
  if (menu === null || !(current instanceof HTMLElement)) return;
  menu.scrollTop = current.offsetTop - menu.offsetTop - menu.clientHeight / 2;
};

applyChosenTheme();
showCurrentPage();
addCopyButtons();
followHeadings();
const place = document.getElementById("docs-search");
if (place !== null) new SearchBox().mount(place);
