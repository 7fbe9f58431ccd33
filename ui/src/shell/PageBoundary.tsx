import { Component, type ReactNode } from "react";
import { Button } from "../components/Button.tsx";
import { Notice } from "../components/Notice.tsx";

interface PageBoundaryProps {
  readonly children: ReactNode;
}

/** Keeps what breaks in a page from taking the navigation with it. A part that cannot be loaded is of an older version. */
export class PageBoundary extends Component<PageBoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Notice kind="bad" title="This page cannot be shown" isAlert>
        <p>A part of it is broken, or belongs to another version of the service than the one that runs now.</p>
        <div className="row">
          <Button icon="refresh" size="small" onPress={() => window.location.reload()}>
            Load the page anew
          </Button>
        </div>
      </Notice>
    );
  }
}
