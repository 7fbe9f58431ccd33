import type { StoryPartsFragment } from "../../api/documents.ts";
import { groupByDay } from "./dayName.ts";
import { StoryItem } from "./StoryItem.tsx";
import "./stories.css";

const timeOf = ({ at }: StoryPartsFragment): number => Date.parse(at);

/** Stories, newest first, under the names of their days. */
export const StoryList = ({
  label,
  stories
}: {
  readonly stories: ReadonlyArray<StoryPartsFragment>;
  readonly label: string;
}) => (
  <section className="stories" aria-label={label}>
    {groupByDay(stories, timeOf, Date.now()).map(({ day, items }) => (
      <div key={day} className="story-day">
        <h3>{day}</h3>
        <ul aria-label={day}>
          {items.map((story) => (
            <StoryItem key={story.steps[0]?.position ?? story.at} story={story} day={day} />
          ))}
        </ul>
      </div>
    ))}
  </section>
);
