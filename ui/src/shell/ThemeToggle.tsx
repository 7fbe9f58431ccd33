import { useState } from "react";
import { Icon } from "../components/Icon.tsx";
import { SegmentedControl } from "../components/SegmentedControl.tsx";
import { applyTheme, chosenTheme } from "./theme.ts";

const choices = [
  { value: "system", name: <Icon name="system" />, label: "System" },
  { value: "light", name: <Icon name="sun" />, label: "Light" },
  { value: "dark", name: <Icon name="moon" />, label: "Dark" }
] as const;

/** Switches between the light theme, the dark theme and that of the system. */
export const ThemeToggle = () => {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <SegmentedControl
      label="Appearance"
      isOnDeep
      value={theme}
      choices={choices}
      onChange={(next) => {
        applyTheme(next);
        setTheme(next);
      }}
    />
  );
};
