import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { LinkButton } from "../../components/LinkButton.tsx";
import type { FirstStepName, useFirstSteps } from "./useFirstSteps.ts";

interface Text {
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly to: string; readonly action: string };
}

const backupGuide = "/docs/operations#back-up-and-restore";

const texts: Readonly<Record<FirstStepName, Text>> = {
  REGISTER_CLIENT: {
    title: "Register an app",
    text: "An app signs users in with a client ID.",
    link: { to: "/clients/new", action: "Register client" }
  },
  IMPORT_LEXICONS: {
    title: "Import Lexicons",
    text: "The API is made from the Lexicons of your records. A few are there as examples.",
    link: { to: "/lexicons", action: "Import Lexicons" }
  },
  SIGN_IN: {
    title: "Sign in to the app",
    text: "The page of each client has code that signs a user in.",
    link: { to: "/clients", action: "Open clients" }
  },
  PUBLIC_ADDRESS: {
    title: "Set a public address",
    text: "EXTERNAL_BASE_URL must be an https address before people on other servers can sign in.",
    link: { to: "/instance", action: "Open settings" }
  },
  BACKUP: {
    title: "Set up backups",
    text: "The service cannot see them. Mark this as done once you have restored one as a test."
  }
};

type FirstStepsProps = Pick<ReturnType<typeof useFirstSteps>, "steps" | "mark">;

/** The steps from a new instance to one that people use, until all are done or an admin hides them. */
export const FirstSteps = ({ mark, steps }: FirstStepsProps) => {
  if (steps.length === 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="card" aria-labelledby="first-steps">
      <div className="card-head">
        <div className="row">
          <h2 id="first-steps">First steps</h2>
          <span className="soft small">
            {done} of {steps.length} done
          </span>
        </div>
        <Button size="small" kind="quiet" onPress={() => mark("hidden")}>
          Hide
        </Button>
      </div>
      <ol className="first-steps">
        {steps.map(({ isDone, step }) => {
          const { link, text, title } = texts[step];
          return (
            <li key={step} className={isDone ? "done" : ""}>
              <span className="first-step-mark">
                {isDone && <Icon name="check" />}
                <span className="visually-hidden">{isDone ? "Done:" : "To do:"}</span>
              </span>
              <div>
                <strong>{title}</strong>
                {!isDone && (
                  <p className="soft small">
                    {text} {step === "BACKUP" && <a href={backupGuide}>How to back up and restore</a>}
                  </p>
                )}
              </div>
              {!isDone && step === "BACKUP" && (
                <Button size="small" onPress={() => mark("BACKUP")}>
                  Mark as done
                </Button>
              )}
              {!isDone && link !== undefined && (
                <LinkButton to={link.to} size="small">
                  {link.action}
                </LinkButton>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
};
