import { useState } from "react";
import { Icon } from "../components/Icon.tsx";
import { Segments } from "../components/Segments.tsx";
import { chosenTheme, showTheme } from "./theme.ts";

const choices = [
  { value: "system", name: <Icon name="system" />, label: "As the system" },
  { value: "light", name: <Icon name="sun" />, label: "Light" },
  { value: "dark", name: <Icon name="moon" />, label: "Dark" }
] as const;

/** Light, dark, or as the system has it. */
export const ThemeToggle = () => {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <Segments
      label="Appearance"
      isOnDeep
      value={theme}
      choices={choices}
      onChange={(next) => {
        showTheme(next);
        setTheme(next);
      }}
    />
  );
};
