import type { TestReport } from "./TestReport.ts";

/** A test that did not run, by its file (relative to the repository) and its full title. */
export interface SkippedTest {
  readonly file: string;
  readonly title: string;
}

/** What the machine of a run provides, where it decides which skips are expected. */
export interface Machine {
  readonly hasVectors: boolean;
  readonly isRoot: boolean;
}

/** Something that tests need and a machine may lack. */
interface Requirement {
  /** Beginnings of the paths of the files that skip tests without it. */
  readonly files: ReadonlyArray<string>;
  /** Part of the title, where the file has other tests too. */
  readonly title?: string;
  /** What is missing, and how to provide it. */
  readonly missing: string;
  /** Why CI may run without it; null where it may not. */
  readonly reason: (machine: Machine) => string | null;
}

const never = () => null;

/** What tests may skip for, the first match first. */
export const requirements: ReadonlyArray<Requirement> = [
  {
    files: ["test/"],
    title: "the test PDSes did not start",
    missing: "the packages of the test PDSes: the first run downloads them into test/pds",
    reason: never
  },
  {
    files: ["test/browser/", "test/ui/", "test/conformance/oauth/conformance.test.ts"],
    missing: "Chromium: apt-get install chromium",
    reason: never
  },
  {
    files: ["test/deploy/"],
    title: "is valid by caddy",
    missing: "caddy: apt-get install caddy",
    reason: () => "the files are also compared with the guides, and Caddy is optional"
  },
  {
    files: ["test/flows/backup.test.ts"],
    title: "leaves none where there is no space for it",
    missing: "the right to mount a file system in memory, which root has outside of containers",
    reason: () => "the same failure is tested with a limit of the size of files"
  },
  {
    files: ["test/deploy/", "test/adapters/http/metrics/", "test/flows/metrics.test.ts"],
    missing: "promtool: apt-get install prometheus",
    reason: () => "promtool, which checks metrics and alert rules once more, is part of Prometheus"
  },
  {
    files: [
      "test/adapters/crypto/RepositorySignaturesWasm.test.ts",
      "test/adapters/graphql/schema/buildApiSchema.test.ts",
      "test/adapters/memory/RepositorySignaturesMemory.test.ts",
      "test/conformance/vectors/",
      "test/domain/lexicon/import/completeLexicons.test.ts",
      "test/domain/lexicon/parse/parseLexiconSet.test.ts",
      "test/domain/lexicon/validate/validateRecord.test.ts",
      "test/domain/sync/repository/dataModelVectors.test.ts",
      "test/domain/sync/stream/PartialTree.test.ts",
      "test/domain/transparency/vectors.test.ts",
      "test/tools/verifyLog/vectors.test.ts"
    ],
    missing: "the published vectors: set VECTORS_DIR to their folder",
    reason: ({ hasVectors }) => (hasVectors ? null : "the published vectors are not in the repository")
  },
  {
    files: ["test/tools/verifyLog/"],
    title: "verify_log.py",
    missing: "Python 3",
    reason: () => "Python is optional: the verifier in JavaScript reads the same files"
  },
  {
    files: ["test/flows/liveSync.test.ts"],
    missing: "LIVE_SYNC_SEED: set it to a number; the test then takes about five minutes",
    reason: () => "it takes about five minutes, and its deadline depends on the machine"
  },
  {
    files: ["test/flows/chaos.test.ts"],
    missing: "CHAOS_SEED: set it to a number",
    reason: () => "it starts a whole network and injects faults, and its duration depends on the machine"
  },
  {
    files: ["test/adapters/postgres/connection/pgbouncer.test.ts"],
    missing: "PgBouncer: apt-get install pgbouncer",
    reason: () => "PgBouncer is refused, so a machine need not have it"
  },
  {
    files: ["test/adapters/cli/shell.test.ts"],
    title: "fish",
    missing: "the shell fish: apt-get install fish",
    reason: () => "fish is optional"
  },
  {
    files: ["test/adapters/cli/shell.test.ts"],
    title: "zsh",
    missing: "the shell zsh: apt-get install zsh",
    reason: () => "zsh is optional"
  },
  {
    files: ["test/sdkPackage/tarball.test.ts"],
    title: "Node.js 20",
    missing: "a Node.js 20 or 21 on the PATH",
    reason: () => "the machine may have a later Node.js only"
  },
  {
    files: ["test/adapters/postgres/embedded/EmbeddedPostgres.test.ts"],
    title: "serves root's data",
    missing: "the rights of root",
    reason: ({ isRoot }) => (isRoot ? null : "only root can have data of root")
  },
  {
    files: ["test/adapters/postgres/embedded/EmbeddedPostgres.test.ts"],
    title: "may not write to",
    missing: "a second user: root must be allowed to start a process as another user",
    reason: ({ isRoot }) => (isRoot ? "some containers forbid root to change its user" : null)
  }
];

/** Whether a run checks its skips: in CI, and without a filter by title, which makes Vitest skip all other tests. */
export const checksSkips = (flags: ReadonlyArray<string>, ci: string | undefined): boolean =>
  Boolean(ci) && !flags.some((flag) => /^(-t|--testNamePattern)(=|$)/.test(flag));

/** The skipped and planned tests of a report. A file that broke outside its tests is a failure of its own already. */
export const skippedTests = ({ testResults }: TestReport, root: string): ReadonlyArray<SkippedTest> =>
  testResults
    .filter(({ assertionResults, status }) => status !== "failed" || assertionResults.some(isFailed))
    .flatMap(({ assertionResults, name }) =>
      assertionResults.filter(isSkipped).map(({ fullName }) => ({
        file: name.startsWith(root) ? name.slice(root.length) : name,
        title: fullName.trim()
      }))
    );

/** One line for each skip that CI does not accept: the test, and what it needs. */
export const unexpectedSkips = (skipped: ReadonlyArray<SkippedTest>, machine: Machine): ReadonlyArray<string> =>
  skipped.flatMap((test) => {
    const requirement = requirementOf(test);
    if (requirement !== undefined && requirement.reason(machine) !== null) return [];
    const missing = requirement?.missing ?? "not known: list what the test needs in scripts/expectedSkips.ts";
    return [`Skipped in CI: ${test.file} > ${test.title}\n  Missing: ${missing}`];
  });

/** One line for each reason for which CI accepts skips, with their number. */
export const acceptedSkips = (skipped: ReadonlyArray<SkippedTest>, machine: Machine): ReadonlyArray<string> => {
  const reasons = skipped.flatMap((test) => requirementOf(test)?.reason(machine) ?? []);
  return [...new Set(reasons)].map(
    (reason) => `Skipped as expected: ${reasons.filter((each) => each === reason).length} tests (${reason})`
  );
};

const requirementOf = ({ file, title }: SkippedTest): Requirement | undefined =>
  requirements.find((each) => each.files.some((start) => file.startsWith(start)) && title.includes(each.title ?? ""));

function isFailed({ status }: { readonly status: string }): boolean {
  return status === "failed";
}

function isSkipped({ status }: { readonly status: string }): boolean {
  return status !== "passed" && status !== "failed";
}
