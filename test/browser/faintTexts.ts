import type { Page } from "playwright-core";

/**
 * Texts that are too faint to read on what is behind them: below 4.5 to 1, or 3 to 1 where they are large (WCAG 2.2,
 * 1.4.3). A gradient counts as the colour that it ends in.
 */
export const faintTexts = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`(() => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgba = (color) => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      return [...pen.getImageData(0, 0, 1, 1).data];
    };
    const luminance = ([r, g, b]) => {
      const [x, y, z] = [r, g, b].map((value) => value / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const behind = (element) => {
      for (let each = element; each !== null; each = each.parentElement) {
        const color = rgba(getComputedStyle(each).backgroundColor);
        if (color[3] === 255) return color;
      }
      return rgba("white");
    };
    const faint = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      const text = texts.currentNode.data.trim();
      if (!/[\\p{L}\\p{N}]/u.test(text) || element.closest("script, noscript") || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const [light, dark] = [luminance(rgba(style.color)), luminance(behind(element))].sort((one, two) => two - one);
      const ratio = (light + 0.05) / (dark + 0.05);
      if (ratio < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5)) faint.push(text + " " + ratio.toFixed(2));
    }
    return faint;
  })()`);
