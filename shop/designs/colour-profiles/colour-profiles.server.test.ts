import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { DisplayPicture } from "#shop/designs/draw/display-list.ts";
import { toPdf } from "#shop/designs/print/to-pdf.server.ts";
import { drawSample } from "#tests/support/builders/designs.ts";
import { iccProfile } from "#tests/support/builders/icc-profile.ts";
import { pdfContents } from "#tests/support/oracles/read-pdf.ts";
import {
  inksOfColours,
  printedColours,
  printedPicture,
  withProfileFile,
} from "./convert-colours.server.ts";
import { maxProfileBytes, readProfile } from "./icc-profile.ts";

const profile = iccProfile();

test("a profile of a printer with its tables is read, anything else is refused by name", () => {
  expect(readProfile(profile)).toEqual({ ok: true, value: { name: "Mesin Uji" } });
  const refused = (bytes: Buffer) => {
    const read = readProfile(bytes);
    return read.ok ? read.value : read.problem;
  };
  const changed = (at: number, ...bytes: number[]) => {
    const copy = Buffer.from(profile);
    Buffer.from(bytes).copy(copy, at);
    return copy;
  };
  expect(refused(Buffer.alloc(0))).toBe("profile_missing");
  expect(refused(Buffer.concat([profile, Buffer.alloc(maxProfileBytes)]))).toBe(
    "profile_too_large",
  );
  expect(refused(Buffer.from("%PDF-1.7 not a profile"))).toBe("profile_not_icc");
  expect(refused(Buffer.alloc(4_000, 0xff))).toBe("profile_not_icc");
  expect(refused(iccProfile({ profileClass: "mntr" }))).toBe("profile_not_printer");
  expect(refused(iccProfile({ space: "RGB " }))).toBe("profile_not_cmyk");
  for (const leaves of ["A2B0", "B2A0", "wtpt"])
    expect(refused(iccProfile({ leaves })), leaves).toBe("profile_damaged");
  expect(refused(profile.subarray(0, profile.length - 40))).toBe("profile_damaged");
  expect(refused(Buffer.concat([profile, Buffer.from("more")]))).toBe("profile_damaged");
  // A table of a thousand million tags, and one that begins in the header or ends behind the file.
  expect(refused(changed(128, 0x3b, 0x9a, 0xca, 0))).toBe("profile_damaged");
  expect(refused(changed(136, 0, 0, 0, 4))).toBe("profile_damaged");
  expect(refused(changed(140, 0xff, 0xff, 0xff, 0xff))).toBe("profile_damaged");
});

test("no cut and no changed byte of a profile breaks the reader", () => {
  for (let length = 0; length < profile.length; length += 7)
    readProfile(profile.subarray(0, length));
  for (let at = 0; at < 400; at++) {
    const copy = Buffer.from(profile);
    copy[at] = (copy[at] ?? 0) ^ 0xff;
    readProfile(copy);
  }
});

test("colours become the inks that the profile has for them", async () => {
  const inks = await withProfileFile(profile, (file) =>
    inksOfColours(["#ffffff", "#000000", "#808080", "#ffffff"], file),
  );
  const near = (hex: string, expected: readonly number[]) =>
    expect(
      inks.get(hex)?.map((share, index) => Math.abs(share - (expected[index] ?? 0)) < 0.6),
      hex,
    ).toEqual([true, true, true, true]);
  near("#ffffff", [0, 0, 0, 0]);
  near("#000000", [100, 50, 25, 0]);
  // L* of #808080 is 53.59.
  near("#808080", [46.4, 23.2, 11.6, 0]);
});

test("the round trip shows what is lost, and names the colours that the printer cannot reach", async () => {
  const [grey, red] = await withProfileFile(profile, (file) =>
    printedColours(["#808080", "#ff0000"], file),
  );
  expect(grey).toMatchObject({ hex: "#808080", isShifted: false });
  expect(red).toMatchObject({ hex: "#ff0000", isShifted: true });
  const parts = [1, 3, 5].map((at) => Number.parseInt(red?.printed.slice(at, at + 2) ?? "", 16));
  expect(Math.max(...parts) - Math.min(...parts), "it prints without colour").toBeLessThan(4);

  const picture = await sharp({
    create: { width: 3, height: 2, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
  })
    .png()
    .toBuffer();
  const seen = await withProfileFile(profile, (file) => printedPicture(picture, file));
  const { data, info } = await sharp(seen).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([3, 2, 4]);
  expect(data[3]).toBe(128);
  expect(Math.abs((data[0] ?? 0) - (data[1] ?? 255)), "grey").toBeLessThan(4);
});

test("the file of a profile goes with its work, also with work that fails", async () => {
  let used = "";
  const work = (file: string) => {
    used = file;
    expect(existsSync(file)).toBe(true);
    return Promise.reject(new Error("failed"));
  };
  await expect(withProfileFile(profile, work)).rejects.toThrow("failed");
  expect(existsSync(path.dirname(used))).toBe(false);
});

/** A page of black words, a red frame and a picture, as a press gets it. */
async function pressFile(files: ReadonlyMap<string, Buffer>, picture: DisplayPicture) {
  const layers = [
    {
      id: "words",
      kind: "text",
      text: "Rani",
      font: "pacifico-400",
      size: 20,
      colour: "#000000",
      x: 50,
      y: 40,
      w: 60,
      h: 30,
    },
    {
      id: "frame",
      kind: "shape",
      shape: "rect",
      fill: "#000000",
      stroke: { colour: "#808080", width: 0.5 },
      x: 50,
      y: 40,
      w: 80,
      h: 60,
    },
  ];
  const { list } = await drawSample({ layers, spec: { process: "offset" } });
  const [area] = list.sides[0]?.areas ?? [];
  if (!area) throw new Error("the design has no area");
  const pages = [{ area: { ...area, items: [...area.items, picture] } }];
  const input = { process: list.process, pages, files, title: "Plat" };
  return {
    plain: await toPdf(input),
    pdf: await toPdf({ ...input, profile: { name: "Mesin Uji", icc: profile } }),
  };
}

test.each(["jpeg", "png"] as const)(
  "a press gets plates: words of key alone, shapes and a %s by the profile",
  async (format) => {
    const grey = sharp({ create: { width: 40, height: 30, channels: 3, background: "#808080" } });
    const master = await grey[format]().toBuffer();
    const asset = createHash("sha256").update(master).digest("hex");
    const placed = {
      matrix: [40, 0, 0, 30, 10, 10],
      pixels: [40, 30],
      crop: [0, 0, 40, 30],
    } as const;
    const { pdf, plain } = await pressFile(new Map([[asset, master]]), {
      kind: "picture",
      layer: "photo",
      asset,
      ...placed,
    } as DisplayPicture);
    const contents = pdfContents(pdf);
    expect(contents).toMatch(/\n0 0 0 1 scn?\n/);
    // Black that is no word has the inks of the profile, and grey too: L* of #808080 is 53.59.
    expect(contents).toMatch(/\n1 0\.50\d* 0\.25\d* 0 scn?\n/);
    expect(contents).toMatch(/\n0\.46\d* 0\.23\d* 0\.11\d* 0 SCN?\n/);
    const text = pdf.toString("latin1");
    expect(text).not.toContain("DeviceRGB");
    expect(text).toContain("/CS /DeviceCMYK");
    expect(text).toMatch(/\/N 4\b/);
    expect(text).toContain("(Mesin Uji)");
    expect(plain.toString("latin1")).toMatch(/\/N 3\b/);
    expect(
      (
        await pressFile(new Map([[asset, master]]), {
          kind: "picture",
          layer: "photo",
          asset,
          ...placed,
        } as never)
      ).pdf.equals(pdf),
    ).toBe(true);

    const [picture] = /\/Subtype \/Image[^>]*>>/.exec(text) ?? [""];
    expect(picture).toContain("/ColorSpace /DeviceCMYK");
    // Adobe's JPEG of four plates has its numbers the other way round.
    expect(picture.includes("/Decode [1 0 1 0 1 0 1 0]")).toBe(format === "jpeg");
    expect(text.includes("Adobe\0d")).toBe(format === "jpeg");
  },
);

test("the name of a profile of version 4 is read, in the letters of its language", () => {
  const name = "Épson Ω";
  const letters = Buffer.from(name, "utf16le").swap16();
  const description = Buffer.alloc(28 + letters.length);
  description.write("mluc");
  for (const [at, value] of [
    [8, 1],
    [12, 12],
    [20, letters.length],
    [24, 28],
  ] as const)
    description.writeUInt32BE(value, at);
  description.write("idID", 16);
  letters.copy(description, 28);
  const bytes = iccProfile({ name: "a name that leaves room" });
  description.copy(bytes, bytes.indexOf("desc\0\0\0\0", 0, "latin1"));
  expect(readProfile(bytes)).toEqual({ ok: true, value: { name } });
});
