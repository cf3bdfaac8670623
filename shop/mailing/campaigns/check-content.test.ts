import { expect, test } from "vitest";
import type { CampaignBlock } from "./block.ts";
import { checkContent } from "./check-content.ts";

const codesOf = (block: CampaignBlock, slots?: string[]) =>
  checkContent({ subject: "Kabar", preheader: "Baru", blocks: [block] }, "id", slots).map(
    ({ code, detail }) => [code, detail],
  );

test("a name without a word for recipients who have none is reported", () => {
  const heading = (text: string) => codesOf({ kind: "heading", text });
  expect(heading("Halo {name}, ini")).toEqual([["name_missing", undefined]]);
  expect(heading("Halo {name| }")).toEqual([["name_missing", undefined]]);
  expect(heading("Halo {name|Kak}")).toEqual([]);
});

test("the same problem of two parts is reported once", () => {
  const blocks: CampaignBlock[] = [
    { kind: "heading", text: "" },
    { kind: "text", text: " " },
  ];
  const checks = checkContent({ subject: "Kabar", preheader: "Baru", blocks }, "id");
  expect(checks.map(({ code }) => code)).toEqual(["text_missing"]);
});

test("a placeholder where nothing is filled in is told before it is sent", () => {
  const button = { kind: "button", url: "/Shop" } as const;
  const picture = { kind: "picture", url: "/storage/p.webp" } as const;
  expect(codesOf({ ...button, text: "Untuk {name}" })).toEqual([["slot_misplaced", "{name}"]]);
  expect(codesOf({ ...picture, alt: "Mug {name|Anda}" })).toEqual([
    ["slot_misplaced", "{name|Anda}"],
  ]);
  const inColumn = { kind: "columns", left: [{ ...button, text: "{nama}" }], right: [] } as const;
  expect(codesOf({ ...inColumn, left: [...inColumn.left], right: [] })).toContainEqual([
    "slot_misplaced",
    "{nama}",
  ]);
  // An automation fills the name of its item there.
  expect(codesOf({ ...button, text: "Lihat {item}" }, ["item"])).toEqual([]);
  expect(codesOf({ kind: "heading", text: "Halo {name|Anda}" })).toEqual([]);
  expect(codesOf({ kind: "heading", text: "Halo {nama}" })).toEqual([["slot_unknown", "{nama}"]]);
});
