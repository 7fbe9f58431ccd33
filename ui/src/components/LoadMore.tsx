import { Button } from "./Button.tsx";

interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly isPending: boolean;
  readonly onPress: () => void;
}

/** The button below a list that loads the next page. */
export const LoadMore = ({ hasMore, isPending, onPress }: LoadMoreProps) =>
  hasMore ? (
    <div className="card-foot">
      <Button onPress={onPress} isPending={isPending}>
        Load more
      </Button>
    </div>
  ) : null;
