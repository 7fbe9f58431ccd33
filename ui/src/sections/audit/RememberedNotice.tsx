import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { countOf } from "../../components/countOf.ts";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { forget, readRemembered } from "../../verifier/rememberedCheckpoint.ts";

/** The checkpoint that this browser remembers, which the next verification is compared with. */
export const RememberedNotice = () => {
  const [isAsking, setAsking] = useState(false);
  const remembered = readRemembered();
  if (remembered === null)
    return (
      <p className="soft small">
        This browser has not verified this log before. If it holds, the browser remembers the checkpoint, and compares
        the log with it next time.
      </p>
    );
  const confirm = (): void => {
    forget();
    setAsking(false);
  };
  return (
    <div className="row">
      <p className="soft small">
        This browser remembers the checkpoint of {countOf(remembered.size)} events that it verified{" "}
        <RelativeTime at={remembered.at} />. The log must still begin with these events.
      </p>
      <Button size="small" kind="quiet" onPress={() => setAsking(true)}>
        Forget
      </Button>
      <ConfirmDialog
        title="Forget the checkpoint?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Forget checkpoint"
        isPending={false}
        error={null}
        onConfirm={confirm}
      >
        <p>
          Without it, this browser cannot notice whether the events up to it were changed. Do this only if you know why
          the log is another one, for example after you reset a development instance.
        </p>
      </ConfirmDialog>
    </div>
  );
};
