import { chromium } from "playwright-core";

/** The images that browsers and home screens show for a site, by file name. */
export interface Icon {
  readonly name: string;
  readonly size: number;
  /** Home screens cut the corners themselves, so these icons fill the square. */
  readonly isSquare: boolean;
}

export const icons: ReadonlyArray<Icon> = [
  { name: "icon-32.png", size: 32, isSquare: false },
  { name: "apple-touch-icon.png", size: 180, isSquare: true },
  { name: "icon-192.png", size: 192, isSquare: true },
  { name: "icon-512.png", size: 512, isSquare: true }
];

const page = (mark: string, { isSquare, size }: Icon): string =>
  `<!doctype html><style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${
    isSquare ? mark.replace('rx="8"', "").replace("V24a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z", "V32H0z") : mark
  }`;

/** Draws the icons from the mark in Chromium, and returns the PNG files by name. */
export const drawIcons = async (mark: string, executablePath: string): Promise<ReadonlyMap<string, Uint8Array>> => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const drawn = new Map<string, Uint8Array>();
    for (const icon of icons) {
      const tab = await browser.newPage({ viewport: { width: icon.size, height: icon.size } });
      await tab.setContent(page(mark, icon));
      drawn.set(icon.name, await tab.screenshot({ omitBackground: true }));
      await tab.close();
    }
    return drawn;
  } finally {
    await browser.close();
  }
};

/** Returns an ICO file that contains one PNG of 32 pixels, for software that asks for `/favicon.ico`. */
export const icoOf = (png: Uint8Array): Uint8Array => {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
};
