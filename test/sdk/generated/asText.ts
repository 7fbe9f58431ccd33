/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type FeedQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type FeedQuery = { xyzStatusphereStatus: { totalCount: number, nodes: Array<{ status: string | null, createdAt: string | null, actorHandle: string | null, appNeutralActorProfileByDid: { displayName: string | null } | null }> } };

export type AuthorFragment = { appNeutralActorProfileByDid: { displayName: string | null } | null };

export type SetStatusMutationVariables = Exact<{
  status: string;
  now: string;
}>;


export type SetStatusMutation = { createXyzStatusphereStatus: { uri: string | null, status: string | null } | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { did: string, handle: string | null } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const AuthorFragmentDoc = new TypedDocumentString(`
    fragment Author on XyzStatusphereStatus {
  appNeutralActorProfileByDid {
    displayName
  }
}
    `, {"fragmentName":"Author"}) as unknown as TypedDocumentString<AuthorFragment, unknown>;
export const FeedDocument = new TypedDocumentString(`
    query Feed($first: Int!, $after: String) {
  xyzStatusphereStatus(first: $first, after: $after) {
    totalCount
    nodes {
      status
      createdAt
      actorHandle
      ...Author
    }
  }
}
    fragment Author on XyzStatusphereStatus {
  appNeutralActorProfileByDid {
    displayName
  }
}`) as unknown as TypedDocumentString<FeedQuery, FeedQueryVariables>;
export const SetStatusDocument = new TypedDocumentString(`
    mutation SetStatus($status: String!, $now: DateTime!) {
  createXyzStatusphereStatus(input: {status: $status, createdAt: $now}) {
    uri
    status
  }
}
    `) as unknown as TypedDocumentString<SetStatusMutation, SetStatusMutationVariables>;
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    did
    handle
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;