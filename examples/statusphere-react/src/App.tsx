import { useSession } from "tidemark-sdk/react";
import { Feed } from "./Feed.tsx";
import { Login } from "./Login.tsx";
import { Mine } from "./Mine.tsx";
import { Problem } from "./Problem.tsx";

export const App = () => {
  const session = useSession();
  const { status } = session;
  return (
    <>
      <div className="side">
        <Problem error={status === "failed" || status === "loggedIn" ? session.error : null} />
        {status === "loggedIn" && <Mine did={session.user.did} logout={session.logout} />}
        {(status === "loggedOut" || status === "failed") && <Login login={session.login} />}
      </div>
      <Feed />
    </>
  );
};
