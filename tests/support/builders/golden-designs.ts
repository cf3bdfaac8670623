import sharp from "sharp";
import { fillSlot, type PhotoView, slotsOf, withView } from "#shop/designs/document/photo-slots.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { sampleDocument, sampleSpec } from "./designs.ts";

/*
 * The designs whose display lists are pinned in `tests/verification/designs/goldens.json`: every kind of layer, way of
 * fitting, script and shape, at angles that no engine may round differently.
 */

export interface GoldenDesign {
  readonly name: string;
  /** Neither is read yet: they travel to a browser as JSON. */
  readonly spec: object;
  readonly document: object;
  readonly values?: Readonly<Record<string, string>>;
}

const box = { x: 50, y: 40, w: 70, h: 30 };
const text = (words: string, font: string, members: object = {}) => ({
  id: "words",
  kind: "text",
  text: words,
  font,
  size: 14,
  colour: "#14183a",
  ...box,
  ...members,
});
const shape = (name: string, members: object = {}) => ({
  id: "shape",
  kind: "shape",
  shape: name,
  fill: "#0a8f6a",
  ...box,
  h: 40,
  ...members,
});

const western = [
  "plus-jakarta-sans-500",
  "plus-jakarta-sans-700",
  "poppins-600",
  "fredoka-600",
  "bricolage-grotesque-700",
  "bebas-neue-400",
  "anton-400",
  "pacifico-400",
  "caveat-700",
  "great-vibes-400",
  "bodoni-moda-700",
  "courier-prime-400",
  "martian-mono-500",
  "noto-sans-400",
];
const words = "Rani & Budi 2026";
const party = "Selamat Ulang Tahun";
const long = "Kebersihan adalah sebagian dari iman, dan keindahan milik semua";

const fonts = western.map((font, index) => [
  `font ${font}`,
  [text(words, font, { angle: index * 13.37 - 90, fit: "shrink" })],
]);

const fits = ["none", "shrink", "wrap"].flatMap((fit) =>
  ["start", "centre", "end"].map((align) => [
    `fit ${fit} ${align}`,
    [text(long, "plus-jakarta-sans-500", { fit, align, size: 9, min: 2, angle: 7.77 })],
  ]),
);

const scripts = [
  ["Arabic", "السلام عليكم", "noto-naskh-arabic-400"],
  ["Arabic with Latin and figures", "محمد 1998 Rani", "noto-naskh-arabic-400"],
  ["Latin with Arabic", "Rani محمد 12 (سلام)", "noto-naskh-arabic-400"],
  ["Jawi", "سلامت ڤاݢي", "noto-naskh-arabic-400"],
  ["Arabic marks", "بِسْمِ ٱللَّهِ", "noto-naskh-arabic-400"],
  ["Javanese", "ꦲꦏ꧀ꦱꦫꦗꦮ", "noto-sans-javanese-400"],
  ["Javanese cakra", "ꦏꦿꦠꦺꦴꦤ꧀", "noto-sans-javanese-400"],
  ["Javanese taling-tarung", "ꦱꦺꦴꦭꦺꦴ", "noto-sans-javanese-400"],
  ["Javanese pasangan", "ꦩꦁꦏꦸꦤꦼꦒꦫꦤ꧀", "noto-sans-javanese-400"],
  ["Balinese", "ᬅᬓ᭄ᬱᬭᬩᬮᬶ", "noto-sans-balinese-400"],
  ["Balinese conjuncts", "ᬲ᭄ᬯᬲ᭄ᬢ᭄ᬬᬲ᭄ᬢᬸ", "noto-sans-balinese-400"],
  ["Sundanese", "ᮃᮊ᮪ᮞᮛᮞᮥᮔ᮪ᮓ", "noto-sans-sundanese-400"],
  ["Greek", "Ελλάδα", "noto-sans-400"],
  ["Cyrillic", "Привет", "noto-sans-400"],
  ["accents", "Éva Ñoño Şükrü Ångström", "noto-sans-400"],
  ["decomposed accents", "E\u0301va N\u0303on\u0303o", "noto-sans-400"],
  ["emoji", "❤🎉😀", "noto-emoji-400"],
  ["emoji of two persons", "👨‍👩‍👧", "noto-emoji-400"],
].map(([name, letters = "", font = ""]) => [
  `script ${name}`,
  [text(letters, font, { fit: "shrink", size: 18, angle: 3.33 })],
]);

const shapes = [
  shape("rect"),
  shape("rect", { corner: 8 }),
  shape("rect", { corner: 99 }),
  shape("ellipse"),
  shape("line", { fill: undefined, stroke: { colour: "#cc0033", width: 1.2 } }),
  shape("star"),
  shape("star", { points: 12, inner: 0.8 }),
  shape("heart"),
  shape("polygon"),
  shape("polygon", { points: 3, stroke: { colour: "#14183a", width: 2 } }),
].map((layer, index) => [
  `shape ${layer.shape} ${index}`,
  [{ ...layer, angle: index * 23.45, opacity: index % 2 ? 1 : 0.6 }],
]);

const settings = [
  ["tracking", [text("Jarak", "poppins-600", { tracking: 0.25 })]],
  ["tight tracking", [text("Jarak", "pacifico-400", { tracking: -0.08 })]],
  ["leading", [text("dua\nbaris\ntiga", "anton-400", { leading: 1.6, size: 8 })]],
  ["stroke", [text("Garis", "anton-400", { stroke: { colour: "#cc0033", width: 0.6 } })]],
  ["opacity", [text("Samar", "anton-400", { opacity: 0.35 })]],
  ["arc above", [text(party, "pacifico-400", { size: 9, arc: { radius: 45 } })]],
  ["arc below", [text(party, "caveat-700", { size: 9, arc: { radius: -45 } })]],
  ["arc in Arabic", [text("السلام عليكم", "noto-naskh-arabic-400", { arc: { radius: 60 } })]],
  ["tight arc", [text("Terlalu rapat untuk ini", "poppins-600", { arc: { radius: 5 } })]],
  ["flipped", [text("Balik", "bebas-neue-400", { flip: "x", angle: 33.33 })]],
  ["upside down", [text("Balik", "bebas-neue-400", { flip: "both", angle: -179.99 })]],
  ["bent beyond the trim", [text("Keluar", "anton-400", { x: 98, y: 3, size: 30 })]],
  ["field", [text("Nama", "pacifico-400", { field: "name" })]],
  ["hidden", [text("Ada", "anton-400"), { ...shape("heart"), hidden: true }]],
] as const;

const groups = [
  [
    "group",
    [
      {
        id: "group",
        kind: "group",
        ...box,
        angle: 12.34,
        opacity: 0.5,
        layers: [
          { ...shape("ellipse"), x: 20, y: 15, w: 30, h: 20 },
          {
            id: "inner",
            kind: "group",
            x: 45,
            y: 15,
            w: 40,
            h: 20,
            angle: -50,
            flip: "y",
            layers: [text("Dalam", "fredoka-600", { x: 20, y: 10, w: 40, h: 20, size: 9 })],
          },
        ],
      },
    ],
  ],
] as const;

/** A photograph of soft shapes that both raster engines must place alike. */
export async function samplePhotograph(width: number, height: number): Promise<Buffer> {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 300 200">` +
    '<linearGradient id="g" x2="1" y2="1"><stop stop-color="#f7b733"/><stop offset="1" stop-color="#1a2a6c"/></linearGradient>' +
    '<rect width="300" height="200" fill="url(#g)"/><circle cx="90" cy="80" r="50" fill="#fff8e1"/>' +
    '<path d="M150 200L220 70L300 200Z" fill="#22543d"/></svg>';
  return sharp(Buffer.from(svg)).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
}

/** The pictures of the golden designs by the name that stands for their SHA-256. */
export async function goldenPictures(): Promise<Map<string, Buffer>> {
  const photograph = await samplePhotograph(900, 600);
  const drawing = await sharp({
    create: { width: 240, height: 240, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([
      {
        input: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><circle cx="120" cy="120" r="100" fill="#cc0033"/></svg>',
        ),
      },
    ])
    .png()
    .toBuffer();
  return new Map([
    [photographName, photograph],
    [drawingName, drawing],
  ]);
}

/** Stand for the pictures, so that the display lists do not depend on an encoder. */
const photographName = "a".repeat(64);
const drawingName = "b".repeat(64);
const image = (asset: string, members: object = {}) => ({
  id: "picture",
  kind: "image",
  asset,
  ...box,
  w: 60,
  h: 40,
  ...members,
});
const images = [
  ["picture", [image(photographName)]],
  ["picture turned", [image(photographName, { angle: 31.7 })]],
  ["picture cropped", [image(photographName, { crop: { x: 0.1, y: 0.2, w: 0.5, h: 0.5 } })]],
  ["picture in an ellipse", [image(photographName, { mask: "ellipse", angle: -15.5 })]],
  ["picture with round corners", [image(photographName, { mask: "round", corner: 8 })]],
  ["picture flipped", [image(photographName, { flip: "x", opacity: 0.7 })]],
  ["picture with alpha", [shape("rect"), image(drawingName, { w: 40, angle: 9 })]],
  [
    "picture below words",
    [image(photographName, { w: 90, h: 60 }), text("Pantai", "pacifico-400")],
  ],
] as const;

const assets = { [photographName]: { w: 900, h: 600 }, [drawingName]: { w: 240, h: 240 } };

/** A slot as a template has it, and as a photograph fills it. */
const slot = (members: object = {}) => ({
  id: "frame",
  kind: "slot",
  field: "photo",
  ...box,
  w: 40,
  h: 50,
  ...members,
});
const filled = (members: object = {}, view: Partial<PhotoView> = {}) => {
  const read = readDocument(sampleDocument([slot(members)], { fields }));
  const [open] = read.ok ? slotsOf(read.value) : [];
  if (!open) throw new Error("The slot is refused");
  const photo = { sha256: photographName, width: 900, height: 600 };
  const layer = fillSlot(open, photo);
  return layer.kind === "image" ? withView(layer, view) : layer;
};
const fields = [
  { id: "name", label: { id: "Nama", en: "Name" }, max: 20, rule: "name", required: true },
  { id: "photo", label: { id: "Foto", en: "Photo" }, max: 1, rule: "photo", required: true },
];
const slots = [
  ["photograph that fills its slot", [filled()]],
  ["photograph that is whole in its slot", [filled({ fit: "contain", angle: 12 })]],
  [
    "photograph in an oval slot, closer",
    [filled({ mask: "ellipse" }, { x: 0.1, y: 1, zoom: 1.8 })],
  ],
  ["photograph in a round slot, mirrored", [filled({ mask: "round", corner: 6, flip: "x" })]],
  ["slot without photograph", [shape("heart"), slot()]],
  [
    "picture of a template, photograph and name",
    [
      image(drawingName, { w: 80, h: 60 }),
      filled({ w: 30, h: 30, mask: "ellipse" }),
      { ...text("Rani", "pacifico-400"), id: "words" },
    ],
  ],
] as const;

/** Across the seam of an area that wraps round the goods. */
const seams = [
  ["words across the seam", [text("Ngopi dulu", "pacifico-400", { x: 98 })]],
  [
    "oval photograph and a group across the seam",
    [
      image(photographName, { x: 2, w: 60, h: 40, mask: "ellipse", angle: 15 }),
      {
        id: "pair",
        kind: "group",
        ...box,
        x: 96,
        w: 40,
        h: 30,
        opacity: 0.6,
        layers: [
          { ...shape("star"), id: "one", x: 10, y: 15, w: 20, h: 20 },
          { ...shape("heart"), id: "two", x: 32, y: 15, w: 20, h: 20 },
        ],
      },
    ],
  ],
] as const;

const clip = (name: string, members: object = {}) => ({
  id: "clip",
  kind: "clip",
  clip: `${name}@1`,
  colours: [],
  ...box,
  w: 40,
  h: 40,
  ...members,
});
const clips = [
  ["clip art of a template", [clip("cake")]],
  ["clip art stretched and coloured", [clip("flower", { w: 70, h: 24, colours: ["#cc0033"] })]],
  ["clip art turned, mirrored and pale", [clip("gift", { angle: 33, flip: "x", opacity: 0.4 })]],
  [
    "small clip art in a turned group",
    [
      {
        id: "pair",
        kind: "group",
        ...box,
        w: 30,
        h: 20,
        angle: -21.5,
        layers: [clip("star", { x: 15, y: 10, w: 8, h: 8 })],
      },
    ],
  ],
] as const;

const rows = [
  ...fonts,
  ...fits,
  ...scripts,
  ...shapes,
  ...settings,
  ...groups,
  ...images,
  ...slots,
  ...seams,
  // At the end: a design's place decides about its bleed.
  ...clips,
];

export const goldenDesigns: readonly GoldenDesign[] = rows.map(([name, layers], index) => ({
  name: name as string,
  spec: sampleSpec({
    bleed: index % 2 ? 3 : 0,
    mirror: index % 3 === 0,
    wrap: seams.some(([seam]) => seam === name),
  }),
  document: sampleDocument(layers as object[], { assets, fields }),
  values: { name: "Bartholomeus" },
}));
