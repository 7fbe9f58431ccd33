import { act, Component, type ReactNode, StrictMode } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { TidemarkProvider } from "../../../sdk/src/react.ts";
import { type Call, type FakeClient, makeFakeClient } from "./FakeClient.ts";

Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

/** A page with one client in StrictMode, where effects run twice. */
export interface Stage extends FakeClient {
  readonly show: (children: ReactNode) => Promise<void>;
  /** Whether the page is first rendered on a server and then hydrated. */
  readonly hydrate: (children: ReactNode) => Promise<string>;
  /** What the components reported, in order. */
  readonly text: () => string;
  readonly click: (name: string) => Promise<void>;
  /** Runs an action and waits until React has processed it. */
  readonly let: (happen: () => void) => Promise<void>;
  /** The calls of a method that have not been inspected yet. */
  readonly asked: (method: Call["method"]) => ReadonlyArray<Call>;
  readonly leave: () => Promise<void>;
}

/** Shows the error of its children, until they are rendered again. */
export class Boundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    const { error } = this.state;
    return error === null ? (
      this.props.children
    ) : (
      <button type="button" className="error" onClick={() => this.setState({ error: null })}>
        {String(error)}
      </button>
    );
  }
}

export const makeStage = (): Stage => {
  const fake = makeFakeClient();
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  const seen = new Set<Call>();
  let root: Root | undefined;
  const whole = (children: ReactNode) => (
    <StrictMode>
      <TidemarkProvider client={fake.client}>{children}</TidemarkProvider>
    </StrictMode>
  );
  const happening = (happen: () => void) => act(async () => happen());
  return {
    ...fake,
    let: happening,
    show: (children) =>
      happening(() => {
        // The error boundary handles the error; it is not logged as well.
        root ??= createRoot(place, { onCaughtError: () => {} });
        root.render(whole(children));
      }),
    hydrate: async (children) => {
      const html = renderToString(whole(children));
      place.innerHTML = html;
      await happening(() => {
        root = hydrateRoot(place, whole(children), {
          onRecoverableError: (error) => reportError(error)
        });
      });
      return html;
    },
    text: () =>
      [...place.querySelectorAll("output, .error")]
        .map(({ textContent }) => textContent.replaceAll(/\s+/g, " ").trim())
        .join(" "),
    click: (name) =>
      happening(() => {
        for (const button of place.querySelectorAll("button")) if (button.textContent === name) button.click();
      }),
    asked: (method) => {
      const found = fake.calls.filter((call) => call.method === method && !seen.has(call));
      for (const call of found) seen.add(call);
      return found;
    },
    leave: () =>
      happening(() => {
        root?.unmount();
        root = undefined;
      })
  };
};

/** Fails unless both values have the same JSON. */
export const same = (actual: unknown, expected: unknown): void => {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${is} is not ${should}`);
};
