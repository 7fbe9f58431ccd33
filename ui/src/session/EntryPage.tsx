import type { ReactNode } from "react";
import { Logo } from "../components/Logo.tsx";
import { Waves } from "../components/Waves.tsx";
import "../style/signIn.css";

/** The page shown to users who are not signed in. */
export const EntryPage = ({ children }: { readonly children: ReactNode }) => (
  <div className="entry">
    <header className="entry-sea">
      <Waves />
      <div className="brand">
        <Logo />
        Tidemark
      </div>
      <div className="about">
        <h2>Every login, write and change is recorded.</h2>
        <p>Register apps, import Lexicons, and trace any authorization from its request to its end.</p>
      </div>
    </header>
    <div className="entry-form">
      <main id="main">{children}</main>
    </div>
  </div>
);
