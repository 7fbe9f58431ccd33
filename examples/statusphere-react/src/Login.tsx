import { type FormEvent, useState } from "react";
import type { Session } from "tidemark-sdk/react";
import { rememberedHandle, rememberHandle } from "./rememberedHandle.ts";

export const Login = ({ login }: Pick<Session, "login">) => {
  const [isLeaving, setLeaving] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLeaving) return;
    setLeaving(true);
    const handle = String(new FormData(event.currentTarget).get("handle")).trim();
    rememberHandle(handle);
    await login({ handle });
    setLeaving(false);
  };
  return (
    <form className="card" onSubmit={submit} aria-busy={isLeaving}>
      <h2>Share how you are</h2>
      <label htmlFor="handle">Your handle</label>
      <div className="row">
        <input
          id="handle"
          name="handle"
          required
          defaultValue={rememberedHandle()}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode="url"
          placeholder="alice.test"
          aria-describedby="hint"
        />
        <button type="submit">Log in</button>
      </div>
      <p id="hint" className="hint">
        You enter your password on your own server. This page never sees it.
      </p>
    </form>
  );
};
