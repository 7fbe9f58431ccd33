/** A document of which TypeScript knows variables and result: `TypedDocumentNode`, or the `TypedDocumentString` of GraphQL Code Generator. */
export type TypedDocument<Result, Variables> = (DocumentNodeLike | TextLike) & {
  readonly __apiType?: (variables: Variables) => Result;
};

/** The syntax tree of the `graphql` package, as far as it matters here. */
export interface DocumentNodeLike {
  readonly kind: "Document";
  readonly definitions: ReadonlyArray<object>;
}

interface TextLike {
  toString(): string;
  readonly length: number;
}

/** What can be sent: text, or a document with types. */
export type AnyDocument = string | DocumentNodeLike | TextLike;
