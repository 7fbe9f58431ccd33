import { assert, describe, it } from "@effect/vitest";
import { enumName, fieldName, memberName, typeName, variantNames } from "../../../src/domain/api/apiName.ts";

describe("names of the published API", () => {
  it.each([
    ["xyz.statusphere.status", "XyzStatusphereStatus"],
    ["social.grain.defs#aspectRatio", "SocialGrainDefsAspectRatio"],
    ["a.b.c#main", "ABC"],
    ["a.b.c#main.reply", "ABCReply"],
    ["a.b.c#mainly", "ABCMainly"],
    ["com.my-site.thing", "ComMy_siteThing"],
    ["0a.b.c", "_0aBC"]
  ])("type of %s is %s", (id, expected) => {
    assert.strictEqual(typeName(id), expected);
  });

  it("keep the first segment of a field unchanged", () => {
    assert.strictEqual(fieldName("xyz.statusphere.status"), "xyzStatusphereStatus");
    assert.strictEqual(fieldName("app.bsky.actor.profile"), "appBskyActorProfile");
  });

  it.each([
    ["x-y", "x_y"],
    ["$thing", "_thing"],
    ["__proto__", "_proto__"],
    ["1st", "_1st"],
    ["", "_"]
  ])("a member %s is %s", (text, expected) => {
    assert.strictEqual(memberName(text), expected);
  });

  it("name variants by their last segment, and by the full name if two share it", () => {
    const names = variantNames(["a.b.images", "a.b.defs#selfLabels", "c.d.record", "e.f.record", "a.b.type"]);
    assert.deepStrictEqual([...names.values()], ["images", "selfLabels", "cDRecord", "eFRecord", "aBType"]);
    assert.strictEqual(enumName("selfLabels"), "SELF_LABELS");
    assert.strictEqual(enumName("recordWithMedia"), "RECORD_WITH_MEDIA");
  });
});
