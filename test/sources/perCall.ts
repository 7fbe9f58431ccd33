import type { Node, SourceFile } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";

/** Something that V8 makes a shape of its own for, and how often: for every call, or for every object. */
export interface MadePerCall {
  readonly kind: "accessor" | "generator";
  readonly line: number;
  /** The function whose every call makes it: by its own name, or by that of what it stands in. Empty for an accessor. */
  readonly inFunction: string;
}

const isFunction = (node: Node) =>
  is.isArrowFunction(node) ||
  is.isFunctionExpression(node) ||
  is.isFunctionDeclaration(node) ||
  is.isMethodDeclaration(node) ||
  is.isConstructorDeclaration(node) ||
  is.isGetAccessorDeclaration(node) ||
  is.isSetAccessorDeclaration(node);

const takesParameters = (node: Node): boolean =>
  (is.isArrowFunction(node) ||
    is.isFunctionExpression(node) ||
    is.isFunctionDeclaration(node) ||
    is.isMethodDeclaration(node) ||
    is.isConstructorDeclaration(node) ||
    is.isSetAccessorDeclaration(node)) &&
  node.parameters.length > 0;

const isGenerator = (node: Node): boolean =>
  (is.isFunctionExpression(node) || is.isFunctionDeclaration(node) || is.isMethodDeclaration(node)) &&
  node.asteriskToken !== undefined;

/** A layer is made once, whatever it is made of. */
const makesLayer = (node: Node): boolean =>
  is.isCallExpression(node) &&
  is.isPropertyAccessExpression(node.expression) &&
  is.isIdentifier(node.expression.expression) &&
  node.expression.expression.text === "Layer";

const nameOf = (node: Node): string => {
  const named =
    is.isVariableDeclaration(node) ||
    is.isPropertyAssignment(node) ||
    is.isPropertyDeclaration(node) ||
    is.isFunctionDeclaration(node) ||
    is.isMethodDeclaration(node);
  if (named && node.name !== undefined) return node.name.getText();
  return is.isSourceFile(node) ? "" : nameOf(node.parent);
};

/** What every call of a function, or every object of a literal, makes anew in a file, though it needs to be there only once. */
export const madePerCall = (file: SourceFile): ReadonlyArray<MadePerCall> => {
  const found: Array<MadePerCall> = [];
  const lineOf = (node: Node) => file.text.slice(0, node.getStart()).split("\n").length;

  const visit = (node: Node, calls: ReadonlyArray<Node>): void => {
    if (
      (is.isGetAccessorDeclaration(node) || is.isSetAccessorDeclaration(node)) &&
      is.isObjectLiteralExpression(node.parent)
    )
      found.push({ kind: "accessor", line: lineOf(node), inFunction: "" });
    if (isGenerator(node))
      for (const call of calls) found.push({ kind: "generator", line: lineOf(node), inFunction: nameOf(call) });
    const around = makesLayer(node) ? [] : calls;
    const within = isFunction(node) && takesParameters(node) ? [...around, node] : around;
    node.forEachChild((child) => visit(child, within));
  };

  visit(file, []);
  return found;
};
