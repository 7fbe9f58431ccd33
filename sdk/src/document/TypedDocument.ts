/** A document with types for its variables and result: `TypedDocumentNode`, or the `TypedDocumentString` of GraphQL Code Generator. */
export type TypedDocument<Result, Variables> = (DocumentNodeLike | TextLike) & {
  readonly __apiType?: (variables: Variables) => Result;
};

/** The part of the syntax tree of the `graphql` package that the SDK uses. */
export interface DocumentNodeLike {
  readonly kind: "Document";
  readonly definitions: ReadonlyArray<object>;
}

interface TextLike {
  toString(): string;
  readonly length: number;
}

/** A document that can be sent: a text, or a document with types. */
export type AnyDocument = string | DocumentNodeLike | TextLike;
