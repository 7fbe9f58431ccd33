interface NameListProps {
  readonly title: string;
  readonly kind: "good" | "bad";
  readonly names: ReadonlyArray<string>;
}

/** A titled list of names with their count. An empty list shows nothing. */
export const NameList = ({ kind, names, title }: NameListProps) =>
  names.length === 0 ? null : (
    <div className="stack-small">
      <h3>
        {title} <span className={`badge ${kind}`}>{names.length}</span>
      </h3>
      <ul className="name-list">
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </div>
  );
