export const moods = [
  ["😀", "happy"],
  ["😎", "cool"],
  ["🥳", "celebrating"],
  ["🤔", "thinking"],
  ["😴", "sleepy"],
  ["😭", "crying"],
  ["🤯", "amazed"],
  ["🚀", "taking off"],
  ["🌊", "at the sea"],
  ["☕", "having a coffee"],
  ["🍕", "eating pizza"],
  ["🐢", "taking it slowly"]
] as const;
