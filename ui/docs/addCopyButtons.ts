import { element } from "./element.ts";

/** Adds a button to each code block that copies its text. */
export const addCopyButtons = (): void => {
  if (!("clipboard" in navigator)) return;
  for (const figure of document.querySelectorAll("figure.code")) {
    const button = element("button", { type: "button", class: "copy" }, "Copy");
    button.addEventListener("click", async () => {
      const copied = await navigator.clipboard.writeText(figure.querySelector("code")?.textContent ?? "").then(
        () => true,
        () => false
      );
      button.textContent = copied ? "Copied" : "Not copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, 2000);
    });
    figure.append(button);
  }
};
