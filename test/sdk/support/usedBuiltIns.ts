import { fileURLToPath } from "node:url";
import type { Node } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { API, type Checker, type Symbol as TypeSymbol } from "typescript/unstable/sync";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Finds the features of the language and the browser that `sdk/src` uses, such as `Crypto.subtle`, with the file. */
export interface Use {
  readonly name: string;
  readonly file: string;
}

const isBuiltIn = (symbol: TypeSymbol | undefined): symbol is TypeSymbol =>
  /\/lib\.[^/]*\.d\.ts$/.test(symbol?.declarations[0]?.path ?? "");

/** Maps the types of constructors and read-only variants to the types that they belong to. */
const plain = (name: string) => name.replace(/^Readonly(?=Array|Map|Set)/, "").replace(/(?<=.)Constructor$/, "");

const nameOf = (symbol: TypeSymbol, owner: string | undefined): string => {
  const parent = symbol.getParent()?.name ?? "";
  const named = /^\w+$/.test(parent) && !parent.startsWith("__") ? plain(parent) : owner;
  return named === undefined ? symbol.name : `${named}.${symbol.name}`;
};

/** A destructured member: `const { locks } = navigator`. */
const takenOut = (node: Node, checker: Checker): TypeSymbol | undefined => {
  if (!is.isBindingElement(node) || !is.isObjectBindingPattern(node.parent)) return undefined;
  const type = checker.getTypeAtLocation(node.parent);
  const name = (node.propertyName ?? node.name)?.getText();
  return type && name ? checker.getPropertyOfType(type, name) : undefined;
};

export const usedBuiltIns = (): ReadonlyArray<Use> => {
  const api = new API({ cwd: root });
  try {
    using snapshot = api.updateSnapshot({ openProjects: [`${root}sdk/tsconfig.json`] });
    return snapshot.getProjects().flatMap(({ checker, program, rootFiles }) =>
      rootFiles.flatMap((path) => {
        const found: Array<Use> = [];
        const note = (symbol: TypeSymbol | undefined, owner?: string) => {
          if (isBuiltIn(symbol)) found.push({ name: nameOf(symbol, owner), file: path.slice(root.length) });
        };
        const visit = (node: Node): void => {
          if (is.isTypeNode(node) || is.isInterfaceDeclaration(node) || is.isImportDeclaration(node)) return;
          note(takenOut(node, checker));
          if (is.isIdentifier(node)) {
            const { parent } = node;
            const owner = is.isPropertyAccessExpression(parent) && parent.name === node ? parent.expression : undefined;
            note(checker.getSymbolAtLocation(node), owner?.getText());
          }
          node.forEachChild(visit);
        };
        const file = program.getSourceFile(path);
        if (file !== undefined) visit(file);
        return found;
      })
    );
  } finally {
    api.close();
  }
};
