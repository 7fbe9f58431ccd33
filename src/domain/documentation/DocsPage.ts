/** The sections of the documentation, in the order of the sidebar: each page by its path below `/docs`, with its short title. */
export const docsSections = [
  {
    title: "Get started",
    pages: [
      ["", "Overview"],
      ["guides/start", "Start"]
    ]
  },
  {
    title: "Build an app",
    pages: [
      ["guides/react-login", "Add login to a React app"],
      ["guides/node-login", "Log users in on a server"],
      ["guides/native-login", "Log in from a native app"],
      ["guides/curl", "Call the API with curl"],
      ["guides/write-a-record", "Write a record"],
      ["guides/upload-an-image", "Upload an image"],
      ["guides/page-through-a-feed", "Page through a feed"],
      ["guides/subscribe", "Subscribe"],
      ["guides/handle-errors", "Handle errors"],
      ["guides/test-an-app", "Test an app"],
      ["apps", "Writing an app"],
      ["search", "Search"],
      ["subscriptions", "Subscriptions"],
      ["notifications", "Notifications"],
      ["mcp", "Agents (MCP)"]
    ]
  },
  {
    title: "Run an instance",
    pages: [
      ["guides/run-an-instance", "Put an instance online"],
      ["guides/three-nodes", "Run three nodes"],
      ["guides/kubernetes", "Run on Kubernetes"],
      ["operations", "Operations"],
      ["metrics", "Metrics and alerts"],
      ["tracing", "Traces"],
      ["performance", "Speed and size"],
      ["growth", "Growing past one machine"],
      ["runbook", "Runbook"],
      ["supply-chain", "Supply chain"],
      ["moving-in", "Moving in"],
      ["moderation", "Moderation"],
      ["webhook", "Webhook"]
    ]
  },
  {
    title: "Audit",
    pages: [
      ["guides/verify-the-log", "Verify the log"],
      ["auditing", "Auditing"],
      ["checks", "What is checked"]
    ]
  },
  {
    title: "Reference",
    pages: [
      ["reference/configuration", "Configuration"],
      ["commands", "Commands"],
      ["reference/graphql", "GraphQL"],
      ["reference/admin-api", "Admin API"],
      ["reference/errors", "Errors"],
      ["reference/events", "Events"],
      ["subscription-guarantees", "Guarantees of subscriptions"],
      ["conformance", "OAuth conformance"],
      ["glossary", "Glossary"],
      ["changelog", "Changelog"]
    ]
  },
  {
    title: "Change the code",
    pages: [
      ["contributing", "Contributing"],
      ["architecture", "Architecture"],
      ["invariants", "Invariants"],
      ["renamed-terms", "Renamed terms"],
      ["decisions", "Decisions"]
    ]
  }
] as const;

/** A page of the documentation, by its path below `/docs`; the overview is the empty path. */
export type DocsPage = (typeof docsSections)[number]["pages"][number][0];
