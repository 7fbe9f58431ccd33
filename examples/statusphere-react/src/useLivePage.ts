import type { TidemarkError } from "tidemark-sdk";
import { type QueryResult, useQuery, useSubscription } from "tidemark-sdk/react";
import {
  type Changed,
  createdSubscription,
  deletedSubscription,
  type FeedResult,
  feedQuery,
  type Status,
  updatedSubscription
} from "./documents.ts";

type Page = FeedResult["xyzStatusphereStatus"];

const timeOf = ({ createdAt }: Status): number => Date.parse(createdAt ?? "");

/** Adds a status in its place, unless it is on a later page, or is there already. */
const withStatus = ({ nodes, pageInfo }: Page, status: Status): Page => {
  if (nodes.some(({ uri }) => uri === status.uri)) return { nodes, pageInfo };
  const next = nodes.findIndex((node) => timeOf(node) <= timeOf(status));
  if (next === -1) return { nodes: pageInfo.hasNextPage ? nodes : [...nodes, status], pageInfo };
  return { nodes: [...nodes.slice(0, next), status, ...nodes.slice(next)], pageInfo };
};

interface LivePage {
  readonly page: QueryResult<FeedResult>;
  /** Why the page does not follow what others do. */
  readonly problem: TidemarkError | null;
}

/** A page of the feed, which follows what others do from where its query ended. New statuses are on the first page. */
export const useLivePage = (after: string | null): LivePage => {
  const page = useQuery<FeedResult>(feedQuery, { after }, { isPublic: true, keepPrevious: true, withCursor: true });
  const { cursor, refetch, update } = page;
  const change = (run: (page: Page) => Page) =>
    update(({ xyzStatusphereStatus }) => ({ xyzStatusphereStatus: run(xyzStatusphereStatus) }));
  const from = { after: cursor };
  const skip = cursor === undefined;
  /** If what happened since the query is no longer known, the query is sent again. */
  const onError = ({ code }: TidemarkError) => {
    if (code?.includes("CURSOR")) refetch();
  };
  useSubscription<Changed<Status>>(createdSubscription, from, {
    isPublic: true,
    skip: skip || after !== null,
    onData: ({ status }) => change((shown) => withStatus(shown, status)),
    onError
  });
  const live = useSubscription<Changed<Status>>(updatedSubscription, from, {
    isPublic: true,
    skip,
    onData: ({ status }) =>
      change(({ nodes, pageInfo }) => ({
        nodes: nodes.map((node) => (node.uri === status.uri ? status : node)),
        pageInfo
      })),
    onError
  });
  useSubscription<Changed<Pick<Status, "uri">>>(deletedSubscription, from, {
    isPublic: true,
    skip,
    onData: ({ status }) =>
      change(({ nodes, pageInfo }) => ({ nodes: nodes.filter(({ uri }) => uri !== status.uri), pageInfo })),
    onError
  });
  return { page, problem: live.status === "failed" ? live.error : null };
};
