import { AccountName } from "../../components/AccountName.tsx";
import { RecordValue } from "./RecordValue.tsx";
import type { Subject } from "./SubjectHeading.tsx";

/** A record that the subject refers to, such as the one that it replies to. */
export const ReferencedRecord = ({ record }: { readonly record: Subject["references"][number] }) => (
  <section className="quoted" aria-label={`Record at ${record.path ?? "a reference"}`}>
    <p className="row small soft">
      <code>{record.path}</code>
      <AccountName did={record.did} handle={record.handle} />
      <code>{record.collection}</code>
    </p>
    {record.value === null || record.value === undefined ? (
      <p className="soft">It is not in the index.</p>
    ) : (
      <RecordValue value={record.value} isBrief />
    )}
  </section>
);
