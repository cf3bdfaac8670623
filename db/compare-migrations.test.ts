import { expect, test } from "vitest";
import { compareMigrations } from "./compare-migrations.ts";

const known = ["0001_a.sql", "0002_b.sql", "0003_c.sql"].map((name) => ({ name, checksum: name }));
const mark = (name: string, checksum = name) => ({ name, checksum });

test.each([
  ["all of them", known, { missing: [], foreign: undefined }],
  ["none", [], { missing: known.map(({ name }) => name), foreign: undefined }],
  [
    "an older state",
    known.slice(0, 1),
    { missing: ["0002_b.sql", "0003_c.sql"], foreign: undefined },
  ],
  ["newer ones too", [...known, mark("0004_d.sql")], { missing: [], foreign: undefined }],
  [
    "another text",
    [mark("0001_a.sql", "x")],
    { missing: ["0002_b.sql", "0003_c.sql"], foreign: "0001_a.sql" },
  ],
  ["one between", [...known, mark("0002_z.sql")], { missing: [], foreign: "0002_z.sql" }],
  [
    "a newer one without the last",
    [...known.slice(0, 2), mark("0004_d.sql")],
    { missing: ["0003_c.sql"], foreign: "0004_d.sql" },
  ],
])("a database with %s", (_, applied, state) => {
  expect(compareMigrations(known, applied)).toEqual(state);
});
