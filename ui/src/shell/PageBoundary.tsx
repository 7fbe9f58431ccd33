import { Component, type ReactNode } from "react";
import { Button } from "../components/Button.tsx";
import { Notice } from "../components/Notice.tsx";

interface PageBoundaryProps {
  readonly children: ReactNode;
}

/** Keeps an error in a page from removing the navigation. A part that cannot be loaded usually belongs to an older version. */
export class PageBoundary extends Component<PageBoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Notice kind="bad" title="This page cannot be displayed" isAlert>
        <p>A part of it failed to load. The service may have been updated while the page was open.</p>
        <div className="row">
          <Button icon="refresh" size="small" onPress={() => window.location.reload()}>
            Reload page
          </Button>
        </div>
      </Notice>
    );
  }
}
