import { lazy, type ReactNode, Suspense, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { Button } from "../components/Button.tsx";
import { Logo } from "../components/Logo.tsx";
import { PaletteButton } from "../palette/PaletteButton.tsx";
import { usePalette } from "../palette/usePalette.ts";
import { AppLink } from "../router/AppLink.tsx";
import { Sidebar } from "./Sidebar.tsx";

const Palette = lazy(async () => ({ default: (await import("../palette/Palette.tsx")).Palette }));

/** The frame of every page: navigation at the side of a wide screen, behind a button on a narrow one. */
export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false);
  const palette = usePalette();
  const search = (): void => {
    setOpen(false);
    palette.open();
  };
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="shell">
        <Sidebar isInPage onSearch={search} />
        <div>
          <header className="topbar">
            <AppLink to="/" className="brand">
              <Logo />
              Tidemark
            </AppLink>
            <div className="row">
              <PaletteButton isSmall onPress={search} />
              <Button icon="menu" label="Open navigation" onPress={() => setOpen(true)} />
            </div>
          </header>
          <ModalOverlay className="veil" isOpen={isOpen} onOpenChange={setOpen} isDismissable>
            <Modal className="drawer">
              <Dialog aria-label="Navigation">
                <Sidebar isInPage={false} onSearch={search} onNavigate={() => setOpen(false)} />
              </Dialog>
            </Modal>
          </ModalOverlay>
          <main className="main" id="main" tabIndex={-1}>
            <div className="main-inner">{children}</div>
          </main>
        </div>
      </div>
      {palette.isOpen && (
        <Suspense>
          <Palette isOpen onClose={palette.close} />
        </Suspense>
      )}
    </>
  );
};
