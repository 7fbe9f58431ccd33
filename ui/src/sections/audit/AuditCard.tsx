import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import type { useFilters } from "../../router/useFilters.ts";
import { filterNames, isFiltered } from "./auditFilter.ts";

const views = [
  { value: "stories", name: "Stories" },
  { value: "events", name: "Events" }
] as const;

const noFilters = Object.fromEntries(filterNames.map((name) => [name, ""]));

interface AuditCardProps<Node> extends ReturnType<typeof useFilters> {
  readonly view: (typeof views)[number]["value"];
  /** What is listed, as in "Matching stories, newest first". */
  readonly what: "stories" | "events";
  /** What the list says about itself below its title. */
  readonly summary: ReactNode;
  readonly query: {
    readonly error: Error | null;
    readonly nodes: ReadonlyArray<Node> | undefined;
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
    readonly refetch: () => Promise<unknown>;
  };
  readonly list: (nodes: ReadonlyArray<Node>) => ReactNode;
}

/** A list of the history in one of its views, page by page. */
export const AuditCard = <Node,>({ change, list, query, search, summary, view, what }: AuditCardProps<Node>) => {
  const { error, fetchNextPage, hasNextPage, isFetching, isFetchingNextPage, nodes, refetch } = query;
  if (error !== null)
    return <ErrorState title={`The ${what} could not be loaded`} error={error} retry={() => void refetch()} />;
  if (nodes === undefined) return <Loading what={`the ${what}`} lines={10} />;
  return (
    <section className="card" aria-busy={isFetching}>
      <div className="card-head">
        <div>
          <h2>{isFiltered(search) ? `Matching ${what}, newest first` : `All ${what}, newest first`}</h2>
          {summary}
        </div>
        <div className="row">
          <SegmentedControl
            label="View"
            value={view}
            choices={views}
            onChange={(next) => change({ view: next === "stories" ? "" : next })}
          />
          <Button size="small" icon="refresh" onPress={() => void refetch()} isPending={isFetching}>
            Refresh
          </Button>
        </div>
      </div>
      {nodes.length === 0 ? (
        <EmptyState
          title={isFiltered(search) ? `No matching ${what}` : "No events yet"}
          action={isFiltered(search) && <Button onPress={() => change(noFilters)}>Clear filters</Button>}
        >
          {isFiltered(search)
            ? "Widen the time range, or remove a filter or a word of the search. Every word must match the same event."
            : "Sign in to an app, and its steps appear here."}
        </EmptyState>
      ) : (
        list(nodes)
      )}
      <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />
    </section>
  );
};
