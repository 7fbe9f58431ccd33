import { type CSSProperties, type ReactNode, useState } from "react";
import type { Profile } from "./documents.ts";

interface PersonProps {
  readonly did: string;
  readonly handle: string | null;
  readonly profile: Profile | null;
  readonly children?: ReactNode;
}

/** Only https pictures are loaded. */
const isPicture = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === "https:";

const hueOf = (text: string): number =>
  [...text].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);

interface AvatarProps {
  readonly did: string;
  readonly name: string;
  readonly url: string | null;
}

/** The picture of a user, or the first letter of their name if there is none. */
const Avatar = ({ did, name, url }: AvatarProps) => {
  const [failed, setFailed] = useState<string | null>(null);
  const style: CSSProperties & Record<"--hue", number> = { "--hue": hueOf(did) };
  return (
    <span className="avatar" aria-hidden="true" style={style}>
      {url !== null && url !== failed && isPicture(url) ? (
        <img
          alt=""
          src={url}
          width={44}
          height={44}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(url)}
        />
      ) : (
        ([...name.trim()][0]?.toUpperCase() ?? "?")
      )}
    </span>
  );
};

/** A user: picture, name and handle. */
export const Person = ({ children, did, handle, profile }: PersonProps) => {
  const name = profile?.displayName || handle || did;
  return (
    <>
      <Avatar did={did} name={name} url={profile?.avatar?.url ?? null} />
      <span className="who">
        <strong>{name}</strong>
        <span className="hint">
          {handle !== null && `@${handle}`}
          {children}
        </span>
      </span>
    </>
  );
};
