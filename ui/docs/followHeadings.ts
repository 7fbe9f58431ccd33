/** Opens "On this page" where it has a column of its own, and marks the link of the heading that is being read. */
export const followHeadings = (): void => {
  const contents = document.querySelector("details.contents");
  if (!(contents instanceof HTMLDetailsElement)) return;
  const wide = matchMedia("(min-width: 75rem)");
  const adapt = (): void => {
    contents.open = wide.matches;
  };
  adapt();
  wide.addEventListener("change", adapt);

  const links = new Map([...contents.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const headings = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);
  const mark = (): void => {
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < 140) ?? headings[0];
    for (const [id, link] of links) {
      if (id === current?.id) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  };
  mark();
  addEventListener("scroll", mark, { passive: true });
};
