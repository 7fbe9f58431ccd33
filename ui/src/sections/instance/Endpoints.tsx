import type { SettingsQuery } from "../../api/documents.ts";
import { CopyButton } from "../../components/CopyButton.tsx";
import "./instance.css";

/** The endpoints for apps, each with a copy button. */
export const Endpoints = ({ endpoints }: { readonly endpoints: SettingsQuery["settings"]["endpoints"] }) => (
  <section className="card">
    <div className="card-head">
      <h2>Endpoints</h2>
    </div>
    <ul className="endpoints">
      {endpoints.map(({ name, url }) => (
        <li key={name}>
          <span>{name}</span>
          <code>{url}</code>
          <CopyButton text={url} what={`the URL of ${name}`} isTiny />
        </li>
      ))}
    </ul>
  </section>
);
