/** What is known before a package is published. */
export interface PublishFacts {
  /** The file that describes the package. */
  readonly manifest: "sdk/package.json" | "package.json";
  readonly version: string;
  /** The version of the service, which is that of the SDK. */
  readonly serviceVersion: string;
  /** The version that the code of the SDK states. */
  readonly statedVersion: string;
  /** `repository` in the package's `package.json`, which provenance is compared with; null if it is missing. */
  readonly repository: string | null;
  /** Whether the working tree has changes that are not committed. */
  readonly hasChanges: boolean;
  /** The tags of the commit. */
  readonly tags: ReadonlyArray<string>;
  /** Whether `sdk/dist` is what the sources give. */
  readonly isBundleCurrent: boolean;
  /** Whether a CI service can prove where the package is built (OpenID Connect). */
  readonly canProveOrigin: boolean;
}

interface Requirement {
  /** Whether a dry run requires it too. */
  readonly always: boolean;
  readonly isMet: (facts: PublishFacts) => boolean;
  readonly problem: (facts: PublishFacts) => string;
}

const requirements: ReadonlyArray<Requirement> = [
  {
    always: true,
    isMet: ({ serviceVersion, statedVersion, version }) => version === serviceVersion && version === statedVersion,
    problem: ({ manifest, serviceVersion, statedVersion, version }) =>
      `The versions differ: ${version} in ${manifest}, ${serviceVersion} in package.json, ${statedVersion} in sdk/src/version.ts. Set all to the same.`
  },
  {
    always: true,
    isMet: ({ isBundleCurrent }) => isBundleCurrent,
    problem: () => "sdk/dist is not what the sources give: run npm run sdk and commit it."
  },
  {
    always: false,
    isMet: ({ hasChanges }) => !hasChanges,
    problem: () => "There are changes that are not committed: commit or remove them."
  },
  {
    always: false,
    isMet: ({ tags, version }) => tags.includes(`v${version}`),
    problem: ({ version }) => `The commit has no tag v${version}: create it and push it.`
  },
  {
    always: false,
    isMet: ({ repository }) => repository !== null,
    problem: ({ manifest }) =>
      `${manifest} has no repository: add the URL of the public repository, with which the registry compares the provenance.`
  },
  {
    always: false,
    isMet: ({ canProveOrigin }) => canProveOrigin,
    problem: () =>
      "Nothing here can prove where the package is built: publish in GitHub Actions with the permission id-token: write, or in GitLab CI with the id token SIGSTORE_ID_TOKEN."
  }
];

/** Returns a sentence for each reason not to publish a package. A dry run requires only what concerns the package itself. */
export const publishProblems = (facts: PublishFacts, isDryRun: boolean): ReadonlyArray<string> =>
  requirements
    .filter(({ always, isMet }) => (always || !isDryRun) && !isMet(facts))
    .map(({ problem }) => problem(facts));
