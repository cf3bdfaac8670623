import fc from "fast-check";
import { expect, test } from "vitest";
import { planRead } from "../plan/plan-read.ts";
import { parseQuery } from "../query/query-params.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import { columnOrigins } from "../schema/view-columns.ts";
import { defaultRestSettings } from "../settings.ts";
import { arrayLiteral, identifier, statementOf } from "./fragment.ts";
import { readSql } from "./read-sql.ts";

const cache: SchemaCache = {
  tables: new Map(),
  relationships: new Map(),
  routines: new Map(),
  types: new Set(["pg_catalog\0int4"]),
  roleSettings: new Map(),
  schemaDescriptions: new Map(),
};
const everything = { rootFilters: true, order: true, ranges: true };

function statement(search: string) {
  const context = { cache, settings: defaultRestSettings, role: "anon" };
  const plan = planRead(context, { schema: "s", name: "t" }, parseQuery(search, false), everything);
  return statementOf(readSql(plan, { ...context, types: { cache, path: ["s"] } }, "table"));
}

test("values are bound, identifiers quoted", () => {
  expect(
    statement(`select=a,j->k&a=eq.1'--&order=b%22c.desc&limit=2`.replace("%22c", "c")),
  ).toEqual({
    text: `SELECT "s"."t"."a" AS "a", to_jsonb("s"."t"."j")->$1 AS "k" FROM "s"."t" WHERE "s"."t"."a" = $2 ORDER BY "s"."t"."bc" DESC LIMIT $3`,
    values: ["k", "1'--", "2"],
  });
});

test("no client input ends an identifier, and no value is part of the SQL text", () => {
  const marker = "zqx";
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 20 }), (noise) => {
      const value = marker + noise.toWellFormed().replaceAll("\0", "") + marker;
      const { text, values } = statement(`a=eq.${encodeURIComponent(value)}&select=a`);
      expect(text).not.toContain(marker);
      expect(values).toContain(value);
      const [quoted = ""] = identifier(value) as readonly string[];
      expect(quoted.slice(1, -1).replaceAll('""', "")).not.toContain('"');
    }),
  );
  expect(() => identifier("a\0b")).toThrow();
});

test("an array literal holds any text", () => {
  expect(arrayLiteral(['a"b', "c\\d", "e,f", ""])).toBe('{"a\\"b","c\\\\d","e,f",""}');
});

test("a cast names a type of the catalogue", () => {
  expect(statement("select=a::int4").text).toContain('CAST("s"."t"."a" AS "pg_catalog"."int4")');
  expect(statement("select=a::double precision").text).toContain("AS double precision");
  expect(() => statement("select=a::secret")).toThrow('type "secret" does not exist');
});

test("the columns of a view are found in its rule", () => {
  const rule =
    "({QUERY :rtable ({RTE :subquery {QUERY :targetList ({TARGETENTRY :expr {VAR :a 1} :resno 1 :resname inner " +
    ":resorigtbl 99 :resorigcol 9 :resjunk false})}}) :targetList ({TARGETENTRY :expr {VAR :location -1} :resno 1 " +
    ":resname a\\ b\\{ :ressortgroupref 0 :resorigtbl 16385 :resorigcol 2 :resjunk false} {TARGETENTRY :expr {CONST} " +
    ":resno 2 :resname c :resorigtbl 0 :resorigcol 0 :resjunk false}) :override 0})";
  expect(columnOrigins(rule)).toEqual([{ position: 1, table: 16385, column: 2 }]);
});
