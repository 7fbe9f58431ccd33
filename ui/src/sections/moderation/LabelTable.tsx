import { CopyableId } from "../../components/CopyableId.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { TableHead } from "../../components/TableHead.tsx";
import { labelState, ownDid, type ShownLabel } from "./labelState.ts";
import { NegateLabel } from "./NegateLabel.tsx";

/** A table of labels, the latest first. */
export const LabelTable = ({ labels }: { readonly labels: ReadonlyArray<ShownLabel> }) => (
  <table className="table cards">
    <TableHead columns={["Label", "Record or account", "Source", "Made", { name: "Actions", isHidden: true }]} />
    <tbody>
      {labels.map((label) => {
        const state = labelState(label, Date.now());
        const isOwn = label.src === ownDid();
        return (
          <tr key={label.id}>
            <td>
              <span className={`badge ${state === "active" ? "accent" : ""}`}>{label.val}</span>{" "}
              {state !== "active" && <span className="small soft">{state}</span>}
            </td>
            <td data-label="Subject">
              <CopyableId id={label.uri} what="the subject" maxLength={44} />
            </td>
            <td data-label="Source">
              {isOwn ? "This instance" : <CopyableId id={label.src} what="the source" maxLength={28} />}
            </td>
            <td data-label="Made">
              <span>
                <RelativeTime at={label.cts} />
                {label.exp !== null && (
                  <span className="small soft line">
                    ends <RelativeTime at={label.exp} />
                  </span>
                )}
              </span>
            </td>
            <td className="actions">{isOwn && state === "active" && <NegateLabel label={label} />}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
