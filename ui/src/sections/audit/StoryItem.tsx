import { useId, useState } from "react";
import { storyLength } from "../../../../src/domain/audit/story/storyLength.ts";
import type { StoryPartsFragment } from "../../api/documents.ts";
import { Icon } from "../../components/Icon.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { Sentence } from "./Sentence.tsx";
import { StorySteps } from "./StorySteps.tsx";
import { StoryTime } from "./StoryTime.tsx";
import { storyIcons } from "./storyIcons.ts";

/** One line for a story, which opens to its steps. */
export const StoryItem = ({ day, story }: { readonly story: StoryPartsFragment; readonly day: string }) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { icon, name } = storyIcons[story.kind];
  const isFailure = story.outcome === "FAILURE";
  const [only] = story.steps;
  return (
    <li className={isFailure ? "failed" : ""}>
      <span className="story-icon" title={name}>
        <Icon name={isFailure ? "alert" : icon} />
        <span className="visually-hidden">{isFailure ? `${name}, failed` : name}</span>
      </span>
      <div className="story-text">
        <Sentence parts={story.parts} />
        {isFailure && story.explanation !== null && <small>{story.explanation}</small>}
      </div>
      <span className="story-length">
        {story.stepCount > 1 ? (
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            {storyLength(story.stepCount, story.milliseconds)}
            <Icon name="next" />
          </button>
        ) : (
          only !== undefined && (
            <AppLink to={`/audit/events/${only.position}`} title={only.type}>
              Event {only.position}
            </AppLink>
          )
        )}
      </span>
      <span className="story-time">
        <StoryTime at={story.at} day={day} />
      </span>
      {isOpen && <StorySteps id={id} steps={story.steps} count={story.stepCount} />}
    </li>
  );
};
