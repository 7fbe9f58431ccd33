import { assert, it } from "@effect/vitest";
import fc from "fast-check";
import { isSpeculative } from "../../../../../src/adapters/http/server/request/speculation.ts";
import { routes } from "../../../../../src/main/serve/routes.ts";

const sent = (headers: Readonly<Record<string, string>>) => isSpeculative({ header: (name) => headers[name] ?? null });

it("recognizes a prefetch, a prerender and a preview by the header of each browser", () => {
  const speculative = [
    { "sec-purpose": "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { "sec-purpose": "prefetch;anonymous-client-ip" },
    { "sec-purpose": "Prefetch; prerender" },
    { "sec-purpose": "something-new, prefetch" },
    { purpose: "prefetch" },
    { purpose: "preview" },
    { "x-purpose": "preview" },
    { "x-purpose": " Prefetch " },
    { "x-moz": "prefetch" },
    { "x-moz": "Prefetch" }
  ];
  for (const headers of speculative) assert.isTrue(sent(headers), JSON.stringify(headers));
  for (const headers of [
    {},
    { purpose: "" },
    { purpose: "navigate" },
    { "sec-purpose": "noprefetch" },
    { accept: "prefetch" }
  ])
    assert.isFalse(sent(headers), JSON.stringify(headers));
});

it("accepts any value of any header without failing", () => {
  fc.assert(
    fc.property(fc.constantFrom("sec-purpose", "purpose", "x-purpose", "x-moz"), fc.string(), (name, rest) => {
      sent({ [name]: rest });
      assert.isTrue(sent({ [name]: `prefetch;${rest}` }));
    })
  );
});

/** A GET that changes something: a login begins, a login is completed, a session of an admin is in use. */
const changing = [
  "/admin/audit.ndjson",
  "/admin/audit/events/*",
  "/admin/lexicons.zip",
  "/oauth/atp/callback",
  "/oauth/authorize"
];

/** Those that only read, or lead to a page. `/graphql` and `/admin/graphql` execute no mutation by GET. */
const reading = [
  "/account/end",
  "/account/end-all",
  "/account/sign-in",
  "/account/sign-out",
  "/admin/graphql",
  "/graphql",
  "/oauth/register/*",
  "/settings/sign-in",
  "/settings/sign-in/account",
  "/settings/sign-out"
];

it("a GET route that changes something refuses speculative loads, and a new one without HEAD declares which it is", () => {
  const gets = routes.filter(({ methods }) => methods.includes("GET"));
  const refusing = gets.filter(({ whenSpeculative }) => whenSpeculative === "refuse");
  assert.deepStrictEqual(refusing.map(({ path }) => path).sort(), changing);
  const others = gets.filter((route) => !route.methods.includes("HEAD") && !refusing.includes(route));
  assert.deepStrictEqual(others.map(({ path }) => path).sort(), reading);
});
