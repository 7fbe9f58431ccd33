type Schema = Readonly<Record<string, unknown>>;
type Document = Schema & { readonly id: string };

const document = (id: string, defs: Schema): Document => ({ lexicon: 1, id, defs });
const object = (properties: Schema, required: ReadonlyArray<string> = []): Schema => ({
  type: "object",
  required,
  properties
});
const record = (properties: Schema, required: ReadonlyArray<string> = [], key = "tid"): Schema => ({
  type: "record",
  key,
  record: object(properties, required)
});
const ref = (to: string): Schema => ({ type: "ref", ref: to });
const union = (...refs: ReadonlyArray<string>): Schema => ({ type: "union", refs });
const list = (items: Schema): Schema => ({ type: "array", items });
const format = (name: string): Schema => ({ type: "string", format: name });
const text: Schema = { type: "string", maxLength: 3000, maxGraphemes: 300 };
const at = format("datetime");
const uri = format("at-uri");
const did = format("did");
const integer: Schema = { type: "integer" };
const bytes: Schema = { type: "bytes" };
const image: Schema = { type: "blob", accept: ["image/*"], maxSize: 1_000_000 };
const strong = ref("com.atproto.repo.strongRef");
const labels = union("com.atproto.label.defs#selfLabels");
const query = (output: Schema): Schema => ({
  type: "query",
  parameters: { type: "params", properties: { limit: integer } },
  output: { encoding: "application/json", schema: output }
});

/** Sets of Lexicons in the shapes that apps of the network publish, without the documents of others that they refer to. */
export const networkLexicons: Readonly<Record<string, ReadonlyArray<Document>>> = {
  leaflet: [
    document("pub.leaflet.document", {
      main: record({
        title: text,
        author: format("at-identifier"),
        publishedAt: at,
        postRef: strong,
        theme: ref("pub.leaflet.publication#theme"),
        tags: list(text),
        pages: list(union("pub.leaflet.pages.linearDocument", "pub.leaflet.pages.canvas"))
      })
    }),
    document("pub.leaflet.publication", {
      main: record({
        name: text,
        base_path: text,
        icon: image,
        theme: ref("#theme"),
        preferences: ref("#preferences")
      }),
      preferences: object({ showInDiscover: { type: "boolean", default: true } }),
      theme: object({ backgroundColor: union("pub.leaflet.theme.color#rgba", "pub.leaflet.theme.color#rgb") })
    }),
    document("pub.leaflet.theme.color", {
      rgb: object({ r: integer, g: integer }),
      rgba: object({ r: integer, a: integer })
    }),
    document("pub.leaflet.pages.linearDocument", {
      main: object({ id: text, blocks: list(ref("#block")) }),
      block: object({
        block: union("pub.leaflet.blocks.text", "pub.leaflet.blocks.unorderedList", "pub.leaflet.blocks.bskyPost"),
        alignment: { type: "string", knownValues: ["#textAlignLeft", "#textAlignCenter"] }
      }),
      textAlignLeft: { type: "token" },
      textAlignCenter: { type: "token" }
    }),
    document("pub.leaflet.pages.canvas", {
      main: object({ blocks: list(ref("#block")) }),
      block: object({ block: union("pub.leaflet.blocks.text"), x: integer, y: integer })
    }),
    document("pub.leaflet.blocks.text", {
      main: object({ plaintext: text, facets: list(ref("pub.leaflet.richtext.facet")) })
    }),
    document("pub.leaflet.blocks.bskyPost", { main: object({ postRef: strong }) }),
    document("pub.leaflet.blocks.unorderedList", {
      main: object({ children: list(ref("#listItem")) }),
      listItem: object({ content: union("pub.leaflet.blocks.text"), children: list(ref("#listItem")) })
    }),
    document("pub.leaflet.richtext.facet", {
      main: object({ index: ref("#byteSlice"), features: list(union("#link", "#bold", "#didMention")) }),
      byteSlice: object({ byteStart: integer, byteEnd: integer }),
      link: object({ uri: text }),
      didMention: object({ did }),
      bold: object({})
    })
  ],
  hypercerts: [
    document("org.hypercerts.claim.activity", {
      main: record({
        title: text,
        image: union("org.hypercerts.defs#uri", "org.hypercerts.defs#smallImage"),
        contributors: list(ref("#contributor")),
        workScope: union("org.hypercerts.claim.activity#workScopeString", "com.atproto.repo.strongRef"),
        locations: list(strong),
        description: ref("pub.leaflet.pages.linearDocument#main")
      }),
      contributor: object({
        contributorIdentity: union("#contributorIdentity", "com.atproto.repo.strongRef"),
        weight: text
      }),
      contributorIdentity: object({ identity: text }),
      workScopeString: object({ scope: text })
    }),
    document("org.hypercerts.defs", { uri: object({ uri: format("uri") }), smallImage: object({ image }) })
  ],
  grain: [
    document("social.grain.gallery", {
      main: record({ title: text, facets: list(ref("app.bsky.richtext.facet")), labels, createdAt: at })
    }),
    document("social.grain.photo", {
      main: record({ photo: image, alt: text, aspectRatio: ref("social.grain.defs#aspectRatio") })
    }),
    document("social.grain.defs", { aspectRatio: object({ width: integer, height: integer }, ["width", "height"]) }),
    document("social.grain.gallery.defs", {
      galleryView: object({ creator: ref("app.bsky.actor.defs#profileViewBasic"), record: { type: "unknown" } })
    })
  ],
  tangled: [
    document("sh.tangled.repo", {
      main: record({ name: text, knot: text, spindle: text, labels: list(uri), createdAt: at })
    }),
    document("sh.tangled.repo.pull", {
      main: record({
        target: ref("#target"),
        source: ref("#source"),
        patchBlob: { type: "blob", accept: ["text/x-patch"] }
      }),
      target: object({ repo: uri, branch: text }),
      source: object({ sha: { type: "string", minLength: 40, maxLength: 40 } })
    }),
    document("sh.tangled.repo.issue.state", {
      main: record({ issue: uri, state: { type: "string", knownValues: ["sh.tangled.repo.issue.state.open"] } })
    }),
    document("sh.tangled.repo.issue.state.open", { main: { type: "token", description: "open issue" } }),
    document("sh.tangled.git.refUpdate", {
      main: record({ meta: ref("#meta") }),
      meta: object({
        langBreakdown: ref("#langBreakdown"),
        commitCount: object({ byEmail: list(object({ count: integer })) })
      }),
      langBreakdown: object({ inputs: list(object({ lang: text, size: integer })) })
    })
  ],
  frontpage: [
    document("fyi.unravel.frontpage.post", { main: record({ title: text, url: format("uri"), createdAt: at }) }),
    document("fyi.unravel.frontpage.vote", { main: record({ subject: strong, createdAt: at }) }),
    document("fyi.unravel.frontpage.comment", { main: record({ content: text, parent: strong, post: strong }) })
  ],
  whitewind: [
    document("com.whtwnd.blog.entry", {
      main: record(
        {
          content: text,
          theme: { type: "string", enum: ["github-light"] },
          ogp: ref("com.whtwnd.blog.defs#ogp"),
          blobs: list(ref("com.whtwnd.blog.defs#blobMetadata"))
        },
        [],
        "tid"
      )
    }),
    document("com.whtwnd.blog.defs", {
      ogp: object({ url: format("uri"), width: integer }),
      blobMetadata: object({ blobref: { type: "blob", accept: ["*/*"] }, name: text }),
      comment: object({ entryUri: uri })
    }),
    document("com.whtwnd.blog.getEntryMetadataByName", { main: query(object({ entryUri: uri })) })
  ],
  spark: [
    document("so.sprk.feed.post", {
      main: record({
        caption: ref("#caption"),
        media: union("so.sprk.media.video", "so.sprk.media.images"),
        sound: strong,
        labels,
        crosspost: union("app.bsky.feed.post")
      }),
      caption: object({ text, facets: list(ref("so.sprk.richtext.facet")) })
    }),
    document("so.sprk.media.video", {
      main: object({
        video: { type: "blob", accept: ["video/mp4"], maxSize: 50_000_000 },
        aspectRatio: ref("app.bsky.embed.defs#aspectRatio")
      })
    }),
    document("so.sprk.media.images", {
      main: object({ images: list(ref("#image")) }),
      image: object({ image, alt: text })
    }),
    document("so.sprk.richtext.facet", {
      main: object({ features: list(union("app.bsky.richtext.facet#mention", "#tag")) }),
      tag: object({ tag: text })
    })
  ],
  teal: [
    document("fm.teal.alpha.feed.play", {
      main: record({
        trackName: text,
        duration: integer,
        artists: list(ref("fm.teal.alpha.feed.defs#artist")),
        playedTime: at
      })
    }),
    document("fm.teal.alpha.feed.defs", {
      artist: object({ artistName: text, artistMbId: text }, ["artistName"]),
      playView: object({ artists: list(ref("#artist")) })
    }),
    document("fm.teal.alpha.actor.status", {
      main: record({ time: at, item: ref("fm.teal.alpha.feed.defs#playView") }, [], "literal:self")
    })
  ],
  streamplace: [
    document("place.stream.livestream", {
      main: record({ title: text, post: strong, thumb: image, agent: text, url: format("uri") })
    }),
    document("place.stream.segment", {
      main: record({
        id: text,
        signingKey: text,
        startTime: at,
        duration: integer,
        creator: did,
        video: list(ref("#video")),
        audio: list(ref("#audio"))
      }),
      audio: object({ codec: text, rate: integer }),
      video: object({ width: integer, framerate: ref("#framerate") }),
      framerate: object({ num: integer, den: integer })
    }),
    document("place.stream.live.subscribeSegments", {
      main: {
        type: "subscription",
        parameters: { type: "params", required: ["streamer"], properties: { streamer: text } },
        message: { schema: { type: "union", refs: ["#segment"] } }
      },
      segment: { type: "bytes" }
    }),
    document("place.stream.chat.message", {
      main: record({ text, facets: list(ref("place.stream.richtext.facet")), reply: ref("#replyRef"), streamer: did }),
      replyRef: object({ root: strong, parent: strong })
    }),
    document("place.stream.richtext.facet", {
      main: object({
        index: ref("app.bsky.richtext.facet#byteSlice"),
        features: list(union("app.bsky.richtext.facet#mention", "app.bsky.richtext.facet#link"))
      })
    })
  ],
  skylights: [
    document("my.skylights.listItem", {
      main: record({
        item: ref("my.skylights.defs#item"),
        position: text,
        list: union("#builtinListInProgress", "#builtinListUpNext", "#userList")
      }),
      builtinListInProgress: { type: "token" },
      builtinListUpNext: { type: "token" },
      userList: object({ uri })
    }),
    document("my.skylights.rel", {
      main: record({ item: ref("my.skylights.defs#item"), rating: ref("#rating"), note: ref("#note") }),
      rating: object({ value: { type: "integer", minimum: 1, maximum: 10 } }),
      note: object({ value: text })
    }),
    document("my.skylights.defs", {
      item: object({ ref: { type: "string", knownValues: ["open-library"] }, value: text })
    })
  ],
  recipes: [
    document("exchange.recipe.recipe", {
      main: record({
        name: text,
        ingredients: list(text),
        embed: union("app.bsky.embed.images", "exchange.recipe.defs#missing"),
        nutrition: ref("#nutrition"),
        attribution: union("exchange.recipe.defs#originalAttribution")
      }),
      nutrition: object({ calories: integer })
    }),
    document("exchange.recipe.defs", {
      originalAttribution: object({ license: { type: "string", knownValues: ["exchange.recipe.defs#licenseCcBy"] } }),
      licenseCcBy: { type: "token" }
    })
  ],
  statuses: [
    document("xyz.statusphere.status", { main: record({ status: text, createdAt: at }) }),
    document("xyz.statusphere.defs", {
      statusView: object({ profile: ref("#profileView") }),
      profileView: object({ did })
    }),
    document("xyz.statusphere.getUser", {
      main: query(
        object({ profile: ref("app.bsky.actor.defs#profileView"), status: ref("xyz.statusphere.defs#statusView") })
      )
    })
  ],
  linkat: [
    document("blue.linkat.board", {
      main: record({ cards: list(ref("#card")) }, [], "literal:self"),
      card: object({ url: text, emoji: text })
    })
  ],
  events: [
    document("community.lexicon.calendar.event", {
      main: record({
        name: text,
        startsAt: at,
        mode: ref("#mode"),
        status: ref("#status"),
        locations: list(union("#uri", "community.lexicon.location.address", "community.lexicon.location.fsq"))
      }),
      mode: {
        type: "string",
        default: "community.lexicon.calendar.event#inperson",
        knownValues: ["community.lexicon.calendar.event#virtual"]
      },
      virtual: { type: "token" },
      inperson: { type: "token" },
      status: { type: "string", knownValues: ["community.lexicon.calendar.event#planned"] },
      planned: { type: "token" },
      uri: object({ uri: format("uri") })
    }),
    document("community.lexicon.calendar.rsvp", {
      main: record({
        subject: strong,
        status: { type: "string", knownValues: ["community.lexicon.calendar.rsvp#going"] }
      }),
      going: { type: "token" }
    }),
    document("community.lexicon.location.address", { main: object({ country: text }) })
  ],
  bookmarks: [
    document("community.lexicon.bookmarks.bookmark", {
      main: record({ subject: format("uri"), tags: list(text), createdAt: at })
    })
  ],
  chess: [
    document("blue.chess.game", {
      main: record({
        white: did,
        black: did,
        moves: list(ref("#move")),
        result: union("#win", "#draw"),
        hash: { type: "cid-link" },
        proof: bytes
      }),
      move: object({ san: text, clock: { type: "integer", maximum: 9_007_199_254_740_991 } }),
      win: { type: "token" },
      draw: { type: "token" }
    })
  ],
  feeds: [
    document("com.example.pinned.feeds", {
      main: record({
        feeds: list(strong),
        post: ref("app.bsky.feed.post"),
        list: ref("app.bsky.graph.list"),
        profile: ref("app.bsky.actor.profile"),
        threadgate: union("app.bsky.feed.threadgate#mentionRule")
      })
    })
  ],
  keys: [
    document("dev.keytrace.claim", {
      main: record(
        {
          type: { type: "string" },
          identity: ref("#identity"),
          sigs: list(ref("dev.keytrace.signature")),
          retired: { type: "boolean" }
        },
        [],
        "any"
      ),
      identity: object({ subject: text, avatarUrl: format("uri") })
    }),
    document("dev.keytrace.signature", { main: object({ kid: text, attestation: bytes, src: uri }) }),
    document("dev.keytrace.token", { main: { type: "permission-set", permissions: [] } })
  ],
  atmosphere: [
    document("at.margin.annotation", {
      main: record({
        target: ref("#target"),
        body: ref("#body"),
        motivation: text,
        tags: list(text),
        rights: format("uri")
      }),
      body: object({ value: text, uri: format("uri") }),
      target: object({
        source: format("uri"),
        selector: union("#textQuoteSelector", "#fragmentSelector"),
        state: ref("#timeState")
      }),
      textQuoteSelector: object({ type: { type: "string", const: "TextQuoteSelector" }, exact: text }),
      fragmentSelector: object({ value: text }),
      timeState: object({ sourceDate: at })
    })
  ],
  rooms: [
    document("space.roomy.stream", {
      main: record({ state: ref("#state"), handle: ref("space.roomy.defs#later") }, [], "nsid"),
      state: object({ heads: list({ type: "cid-link" }), version: integer })
    }),
    document("space.roomy.defs", {
      later: { type: "union", refs: ["#a"] },
      a: object({ text }),
      main: { type: "space", anything: true }
    })
  ]
};
