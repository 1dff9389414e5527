import path from 'node:path';
import ts from 'typescript';

/** Source texts by their path below the server's `src`, such as `kinds/dates/wall-time.ts`. */
export type Sources = Map<string, string>;

export interface Import {
  from: string;
  /** The path below `src` without extension, or the name of a package. */
  to: string;
  typeOnly: boolean;
}

/** All imports, re-exports, `import()` and `require()` of a file. */
export function importsOf(from: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, typeOnly: boolean) => {
    if (node && ts.isStringLiteralLike(node))
      found.push({ from, to: place(from, node.text), typeOnly });
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, !!node.importClause?.isTypeOnly);
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isCallExpression(node) && loads(node)) add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(from, text, ts.ScriptTarget.ESNext, true));
  return found;
}

const loads = ({ expression }: ts.CallExpression) =>
  expression.kind === ts.SyntaxKind.ImportKeyword || expression.getText() === 'require';

const place = (from: string, to: string) =>
  to.startsWith('.') ? path.posix.join(path.posix.dirname(from), to) : to;
