/** The documents and the types of their results. In a larger app, GraphQL Code Generator generates the types. */

export interface Profile {
  readonly displayName: string | null;
  readonly avatar: { readonly url: string | null } | null;
}

export interface Status {
  readonly uri: string;
  readonly status: string | null;
  readonly createdAt: string | null;
  readonly did: string;
  readonly actorHandle: string | null;
  readonly appNeutralActorProfileByDid: Profile | null;
}

export interface FeedResult {
  readonly xyzStatusphereStatus: {
    readonly nodes: ReadonlyArray<Status>;
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

export interface MineResult {
  readonly viewer: {
    readonly did: string;
    readonly handle: string | null;
    readonly appNeutralActorProfileByDid: Profile | null;
    readonly xyzStatusphereStatusByDid: { readonly nodes: ReadonlyArray<Pick<Status, "status">> };
  } | null;
}

const newestFirst = "sortBy: [{ field: createdAt, direction: DESC }]";
const profile = `appNeutralActorProfileByDid { displayName avatar { url(preset: "avatar") } }`;

const line = `uri status createdAt did actorHandle ${profile}`;

export const feedQuery = `query Feed($after: String) {
  xyzStatusphereStatus(first: 20, after: $after, ${newestFirst}) {
    nodes { ${line} }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** A status that was set or changed, or the URI of one that was removed. */
export interface Changed<Subject> {
  readonly status: Subject;
}

export const createdSubscription = `subscription ($after: String) {
  status: xyzStatusphereStatusCreated(after: $after) { ${line} }
}`;

export const updatedSubscription = `subscription ($after: String) {
  status: xyzStatusphereStatusUpdated(after: $after) { ${line} }
}`;

export const deletedSubscription = `subscription ($after: String) {
  status: xyzStatusphereStatusDeleted(after: $after) { uri }
}`;

export const ownStatusSubscription = `subscription ($after: String, $did: String!) {
  status: xyzStatusphereStatusCreated(after: $after, where: { did: { eq: $did } }) { uri }
}`;

export const mineQuery = `query Mine {
  viewer { did handle ${profile} xyzStatusphereStatusByDid(first: 1, ${newestFirst}) { nodes { status } } }
}`;

export const setStatusMutation = `mutation SetStatus($status: String!, $createdAt: DateTime!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: $createdAt }) { uri }
}`;
