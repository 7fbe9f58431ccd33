import { Icon } from "../components/Icon.tsx";

interface PaletteButtonProps {
  readonly onPress: () => void;
  /** Whether only the icon is shown. */
  readonly isSmall?: boolean;
}

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** Opens the search box, and shows the keys that do so. */
export const PaletteButton = ({ isSmall = false, onPress }: PaletteButtonProps) => (
  <button
    type="button"
    className={`palette-button ${isSmall ? "small" : ""}`}
    aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
    aria-haspopup="dialog"
    aria-label={isSmall ? "Search" : undefined}
    onClick={onPress}
  >
    <Icon name="search" />
    {!isSmall && (
      <>
        Search <kbd>{isApple ? "\u2318K" : "Ctrl K"}</kbd>
      </>
    )}
  </button>
);
