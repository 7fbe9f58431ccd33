import { useState } from "react";
import { DoctorDocument, type DoctorQuery } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Button } from "../../components/Button.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";

type Check = DoctorQuery["doctor"][number];

const badges: Readonly<Record<Check["status"], readonly [kind: string, text: string]>> = {
  PROBLEM: ["bad", "Problem"],
  OK: ["good", "OK"],
  SKIPPED: ["", "Skipped"]
};

const order = Object.keys(badges);

const summaryOf = (checks: ReadonlyArray<Check>): string => {
  const problems = checks.filter(({ status }) => status === "PROBLEM").length;
  if (problems === 0) return "No problems.";
  return problems === 1 ? "1 problem." : `${problems} problems.`;
};

const Result = ({ detail, remedy, status, title }: Check) => {
  const [kind, text] = badges[status];
  return (
    <li className="check">
      <span className={`badge ${kind}`}>{text}</span>
      <div>
        <strong>{title}</strong>
        <p className="break">{detail}</p>
        {remedy !== null && <p className="soft break">{remedy}</p>}
      </div>
    </li>
  );
};

/** The checks of `tidemark doctor`, which run when the button is pressed. */
export const DoctorCard = () => {
  const [isWanted, setWanted] = useState(false);
  const { data, error, isFetching, refetch } = useAdminQuery(DoctorDocument, {}, { enabled: isWanted });
  const run = (): void => {
    if (isWanted) void refetch();
    else setWanted(true);
  };
  const checks = data?.doctor;
  return (
    <section className="card" aria-label="Checks">
      <div className="card-head">
        <div>
          <h2>Checks</h2>
          <p>
            The checks of <code>tidemark doctor</code>, from this process: the database, keys, disks, the network and
            the public URL.
          </p>
        </div>
        <Button isPending={isFetching} onPress={run}>
          {checks === undefined ? "Run checks" : "Run again"}
        </Button>
      </div>
      {(isFetching || error !== null || checks !== undefined) && (
        <div className="card-body stack-small">
          {error !== null && <ErrorState title="The checks could not be run" error={error} />}
          {isFetching && checks === undefined && <Loading what="the results of the checks" lines={6} />}
          {checks !== undefined && (
            <>
              <p role="status">{summaryOf(checks)}</p>
              <ul className="checks">
                {checks
                  .toSorted((left, right) => order.indexOf(left.status) - order.indexOf(right.status))
                  .map((check) => (
                    <Result key={check.name} {...check} />
                  ))}
              </ul>
            </>
          )}
        </div>
      )}
    </section>
  );
};
