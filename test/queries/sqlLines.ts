const breaks = /^(?:select|from|where|order by|limit|group by|union all|left join lateral|cross join lateral)\b/;
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\((?=select\b)|[()]|\s+|[^\s()'"]+/g;

/** A statement over several lines: subqueries are indented, clauses begin a line. For people; the words stay as they are. */
export const sqlLines = (statement: string): string => {
  const open: Array<boolean> = [];
  let text = "";
  const newLine = () => {
    text = `${text.trimEnd()}\n${"  ".repeat(open.filter(Boolean).length)}`;
  };
  for (const found of statement.matchAll(token)) {
    const [word] = found;
    const rest = statement.slice(found.index);
    if (word === "(") {
      open.push(rest.startsWith("(select"));
      text += word;
      if (open.at(-1)) newLine();
    } else if (word === ")") {
      if (open.pop()) newLine();
      text += word;
    } else if (breaks.test(rest) && open.at(-1) !== false && !text.endsWith("(") && !/\n\s*$/.test(text)) {
      newLine();
      text += word;
    } else text += word;
  }
  return text.trim();
};
