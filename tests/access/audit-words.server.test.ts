import { expect, test } from "vitest";
import { auditWords } from "#app/admin/audit/messages/audit.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();

test("the change history has words for every audited table, column and kind", async () => {
  const tables = await asSeed()<{ name: string; columns: string[]; args: string }[]>`
    select c.relname as name, encode(t.tgargs, 'escape') as args,
      array(select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'audit_update' and t.tgnargs > 0 order by 1`;
  const words = auditWords("id");
  const missing = tables.flatMap(({ name, columns, args }) => {
    const [kind = "", , , ignored = ""] = args.split("\\000");
    const shown = columns.filter(
      (column) => !ignored.replace(/[{}]/g, "").split(",").includes(column),
    );
    return [
      ...(words.tables[name] ? [] : [`table ${name}`]),
      // A trigger of the table's own names its kind itself.
      ...(kind === "" || words.kinds[kind] ? [] : [`kind ${kind}`]),
      ...shown.filter((column) => !words.fields[column]).map((column) => `${name}.${column}`),
    ];
  });
  expect(tables.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});
