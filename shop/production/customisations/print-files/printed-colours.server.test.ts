import { beforeAll, expect, test } from "vitest";
import { findLookTable } from "#shop/designs/colour-profiles/look-table.server.ts";
import { tableBytes } from "#shop/designs/colour-profiles/printed-look.ts";
import {
  listPrintProfiles,
  removePrintProfile,
  savePrintProfile,
} from "#shop/designs/print/print-profiles.server.ts";
import { findCustomisations } from "#shop/production/customisations/read-customisations.server.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { iccProfile } from "#tests/support/builders/icc-profile.ts";
import { demoPerson, makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
import { pdfContents } from "#tests/support/oracles/read-pdf.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findPrintedColours } from "./find-printed-colours.server.ts";
import { findPrintFile } from "./print-file.server.ts";

testDatabase({ demo: true, max: 8 });
beforeAll(openTestProviders);
const buyer = demoPerson("customer@etalase.test");
const admin = demoPerson("admin@etalase.test");
const staff = demoPerson("staff@etalase.test");

test("whoever may change settings keeps one profile a process; nobody else, and nothing that is none", async () => {
  expect(await savePrintProfile(staff, "offset", iccProfile())).toMatchObject({ ok: false });
  expect(await savePrintProfile(buyer, "offset", iccProfile())).toEqual({
    ok: false,
    problem: "not_permitted",
  });
  const notOne = Buffer.from("<svg onload=alert(1)>".repeat(20));
  expect(await savePrintProfile(admin, "offset", notOne)).toEqual({
    ok: false,
    problem: "profile_not_icc",
  });
  // A profile by its header whose tables are nonsense.
  const broken = iccProfile();
  broken.fill(0xff, 600);
  expect(await savePrintProfile(admin, "offset", broken)).toMatchObject({ ok: false });
  expect(await listPrintProfiles(admin)).toEqual([]);

  for (const _ of [1, 2])
    expect(await savePrintProfile(admin, "offset", iccProfile())).toEqual({
      ok: true,
      value: null,
    });
  expect(await savePrintProfile(admin, "offset", iccProfile({ name: "Mesin baru" }))).toMatchObject(
    {
      ok: true,
    },
  );
  expect(await listPrintProfiles(admin)).toMatchObject([{ process: "offset", name: "Mesin baru" }]);
  expect(await listPrintProfiles(staff)).toEqual([]);
  for (const _ of [1, 2])
    expect(await removePrintProfile(admin, "offset")).toEqual({ ok: true, value: null });
  expect(await listPrintProfiles(admin)).toEqual([]);
});

test("the print file and the proof of a process with a profile show the printer's inks", async () => {
  const design = await orderDesign(buyer, "self", { process: "offset" });
  const contents = async () => {
    const file = await findPrintFile(staff, design.id);
    if (!file) throw new Error("not approved");
    return { text: file.bytes.toString("latin1"), drawn: pdfContents(file.bytes) };
  };
  const factsOf = async () => {
    const found = await findCustomisations(buyer, design.order_id);
    return found?.customisations[0]?.proofs[0]?.facts;
  };
  expect((await contents()).text).toContain("sRGB IEC61966-2.1");
  expect(await factsOf()).toMatchObject({ process: "offset", profile: null });
  expect(await findPrintedColours(buyer, design.line, 1)).toEqual({ ok: true, value: [] });

  expect(await savePrintProfile(admin, "offset", iccProfile())).toMatchObject({ ok: true });
  const printed = await contents();
  expect(printed.text).toContain("(Mesin Uji)");
  expect(printed.text).not.toContain("DeviceRGB");
  // Marks are key alone, and what is drawn has no key by this profile.
  expect(printed.drawn).toMatch(/\n0 0 0 1 SCN?\n/);
  expect(printed.drawn).toMatch(/\n(1|0\.\d+) 0\.\d+ 0\.\d+ 0 scn?\n/);
  expect(await factsOf()).toMatchObject({ profile: "Mesin Uji" });
  const seen = await findPrintedColours(buyer, design.line, 1);
  if (!seen.ok) throw new Error(seen.problem);
  const [area] = seen.value;
  expect(area?.picture).toMatch(/^data:image\/webp;base64,/);
  // Blue ink of the design: the printer has no colour.
  expect(area?.colours.filter(({ isShifted }) => isShifted).length).toBeGreaterThan(0);
  expect(await findPrintedColours(staff, design.line, 1)).toEqual(seen);

  const { person } = await makeCustomer("pengintip");
  for (const [who, line, version] of [
    [person, design.line, 1],
    [{ kind: "anonymous" } as const, design.line, 1],
    [buyer, design.line, 9],
  ] as const)
    expect(await findPrintedColours(who as never, line, version)).toEqual({
      ok: false,
      problem: "not_found",
    });
  // What a drawing board of the process gets, from the profile that is kept now.
  const table = await findLookTable("offset");
  if (!table.ok || !table.value) throw new Error("there is no table");
  expect(table.value.length).toBe(tableBytes);
  expect((await findLookTable("offset")).ok).toBe(true);
  expect(await findLookTable("laser")).toEqual({ ok: true, value: null });
  expect(await removePrintProfile(admin, "offset")).toMatchObject({ ok: true });
  expect(await findLookTable("offset")).toEqual({ ok: true, value: null });
  expect((await contents()).text).toContain("sRGB IEC61966-2.1");
});

test("a proof that is a picture alone has no printed colours, and nothing failed", async () => {
  const [proof] = await asSeed()<{ line: string; version: number }[]>`
    select c.order_line_id as line, p.version from proofs p join customisations c on c.id = p.customisation_id
    where p.display is null limit 1`;
  expect(proof).toBeDefined();
  const find = (who: typeof staff) =>
    findPrintedColours(who, proof?.line ?? "", proof?.version ?? 0);
  expect(await find(staff)).toEqual({ ok: true, value: [] });
  const { person } = await makeCustomer("pengintip lain");
  expect(await find(person)).toEqual({ ok: false, problem: "not_found" });
});
