import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { type CursorPosition, cursorDecoder } from "../../src/domain/record/query/Cursor.ts";
import type {
  Page,
  PageInfoMember,
  Parameter,
  ParameterValue,
  RecordQuery
} from "../../src/domain/record/query/RecordQuery.ts";
import type { Index } from "./recordIndexEquality.ts";

/** Which pages to walk: `page` says of what and in which order. */
export interface Walk {
  readonly page: Page;
  readonly parameters: ReadonlyArray<ParameterValue>;
  readonly direction: Page["direction"];
  readonly take: number;
}

/** One page on the way. */
export interface Step {
  readonly uris: ReadonlyArray<string>;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

const Answer = Schema.parseJson(
  Schema.Struct({
    page: Schema.Struct({
      nodes: Schema.Array(Schema.Struct({ uri: Schema.String })),
      info: Schema.Struct({
        HasNextPage: Schema.Boolean,
        HasPreviousPage: Schema.Boolean,
        StartCursor: Schema.NullOr(Schema.String),
        EndCursor: Schema.NullOr(Schema.String)
      })
    })
  })
);

const info = (["HasNextPage", "HasPreviousPage", "StartCursor", "EndCursor"] as const).map(
  (tag): PageInfoMember => ({ _tag: tag, key: tag })
);

/** The query of a step, its own values placed behind the parameters of the walk. */
const stepQuery = ({ page, parameters, direction, take }: Walk, seek: CursorPosition | null) => {
  const sent: Array<ParameterValue> = [...parameters];
  const place = (value: ParameterValue): Parameter => ({ _tag: "Parameter", index: sent.push(value) - 1 });
  const sought = seek && {
    values: seek.values.map((value) => (value === null ? null : place(value))),
    uri: place(seek.uri)
  };
  const root: RecordQuery["roots"][number] = {
    _tag: "PageRoot",
    key: "page",
    page: {
      ...page,
      direction,
      take: place(take),
      after: direction === "forward" ? (sought ?? page.after) : page.after,
      before: direction === "backward" ? (sought ?? page.before) : page.before,
      members: [
        { _tag: "Nodes", key: "nodes", selection: [{ _tag: "MetaField", key: "uri", meta: "uri" }] },
        { _tag: "PageInfo", key: "info", members: info }
      ]
    }
  };
  return { query: { roots: [root] }, sent };
};

/** Pages from one end to the other, each sought from the cursor at the edge of the one before. */
export const walk = (index: Index, given: Walk) =>
  Effect.gen(function* () {
    const steps: Array<Step> = [];
    let seek: CursorPosition | null = null;
    do {
      const { query, sent } = stepQuery(given, seek);
      const { nodes, info } = Schema.decodeSync(Answer)(yield* index.query(query, sent)).page;
      const forward = given.direction === "forward";
      const edge: string | null = forward ? info.EndCursor : info.StartCursor;
      const more = forward ? info.HasNextPage : info.HasPreviousPage;
      steps.push({
        uris: nodes.map(({ uri }) => uri),
        hasNextPage: info.HasNextPage,
        hasPreviousPage: info.HasPreviousPage
      });
      seek = more && edge !== null ? Either.getOrThrow(cursorDecoder(given.page.sort)(edge)) : null;
    } while (seek !== null && steps.length < 1000);
    return steps;
  });
