import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const imported = /^(?:import|export) (?:type )?\{[^}]*\} from "(\.[^"]+)";$/gm;
const exported = /^export (type )?\{([^}]*)\} from "\.[^"]+";$/gm;

/**
 * The declarations of an entry and of all that they mention, as one file that exports what the entry exports. `locate`
 * says where a file is that another project has made.
 */
export const declarationsOf = async (
  folder: string,
  entry: string,
  locate: (file: string) => string = (file) => file
): Promise<string> => {
  const texts = new Map<string, string>();
  const visit = async (file: string): Promise<void> => {
    if (texts.has(file)) return;
    const text = await readFile(file, "utf8");
    texts.set(file, "");
    for (const [, path = ""] of text.matchAll(imported))
      await visit(locate(join(dirname(file), path.replace(/\.ts$/, ".d.ts"))));
    texts.delete(file);
    texts.set(file, text);
  };
  const first = join(folder, `${entry}.d.ts`);
  await visit(first);
  const names = [...(texts.get(first) ?? "").matchAll(exported)].flatMap(([, type = "", list = ""]) =>
    list.split(",").map((name) => `${type}${name.trim()}`)
  );
  texts.delete(first);
  const bodies = [...texts.values()].map((text) =>
    text
      .replace(imported, "")
      .replace(/^export \{\};$/gm, "")
      .replace(/^export declare /gm, "declare ")
      .replace(/^export (?=interface|type)/gm, "declare ")
      .replace(/^(?=type |interface )/gm, "declare ")
      .trim()
  );
  return `${bodies.filter((body) => body !== "").join("\n")}\nexport { ${names.sort().join(", ")} };\n`;
};
