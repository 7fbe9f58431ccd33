import type { ReactNode } from "react";
import { Logo } from "../components/Logo.tsx";
import { Waves } from "../components/Waves.tsx";
import "../style/signIn.css";

/** The page before somebody is in. */
export const EntryPage = ({ children }: { readonly children: ReactNode }) => (
  <div className="entry">
    <header className="entry-sea">
      <Waves />
      <div className="brand">
        <Logo />
        Tidemark
      </div>
      <div className="about">
        <h2>Every login, write and change leaves its mark.</h2>
        <p>Register apps, import Lexicons, and follow any authorization from its request to its end.</p>
      </div>
    </header>
    <div className="entry-form">
      <main id="main">{children}</main>
    </div>
  </div>
);
