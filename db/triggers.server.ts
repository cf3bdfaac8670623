import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { openPostgres } from "./driver.server.ts";

const root = path.join(import.meta.dirname, "..");
const schemas = ["public", "private", "auth", "storage", "realtime", "catalogue"];

/** Functions of triggers that many tables have: the list abbreviates each to one word. */
const common: Readonly<Record<string, string>> = {
  "private.audit_changes": "audit",
  "private.log_change": "log",
  "private.log_products": "log",
  "private.refuse_change": "append-only",
  "private.touch": "touch",
  "private.raise_version": "version",
};

interface Trigger {
  readonly table: string;
  readonly name: string;
  readonly function: string;
  /** `i`, `u` and `d`: insert, update and delete. */
  readonly events: string;
}

interface Effects {
  /** Values of the error field `constraint`; `*` stands for a part that the function computes. */
  readonly errors: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

/**
 * The list of db/README.md as Markdown: for each table with triggers, the triggers with the named errors that they raise and
 * the tables that they write, and the use cases that write the table. Triggers and functions are read from the database,
 * use cases from their SQL.
 */
export async function listTriggers(url: string): Promise<string> {
  const sql = openPostgres(url, { max: 1 });
  try {
    const tables = await sql<{ name: string }[]>`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any(${schemas}) and c.relkind = 'r'`;
    // The bits of pg_trigger.tgtype: 4 is insert, 8 delete, 16 update.
    const triggers = await sql<Trigger[]>`
      select n.nspname || '.' || c.relname as table, t.tgname as name, f.nspname || '.' || p.proname as function,
        concat(case when t.tgtype & 4 > 0 then 'i' end, case when t.tgtype & 16 > 0 then 'u' end,
          case when t.tgtype & 8 > 0 then 'd' end) as events
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_proc p on p.oid = t.tgfoid join pg_namespace f on f.oid = p.pronamespace
      where not t.tgisinternal and n.nspname = any(${schemas})
      order by array_position(${schemas}::text[], n.nspname::text), c.relname collate "C", t.tgname collate "C"`;
    const functions = await sql<{ name: string; body: string }[]>`
      select n.nspname || '.' || p.proname as name, p.prosrc as body
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any(${schemas})`;
    const effectsOf = readEffects(functions, new Set(tables.map(({ name }) => name)));
    const writers = await readWriters(effectsOf);
    const rows = [...Map.groupBy(triggers, ({ table }) => table)].map(([table, own]) => {
      const words = own.flatMap((trigger) => common[trigger.function] ?? []);
      const others = own.filter((trigger) => !(trigger.function in common));
      const named = [...Map.groupBy(others, (trigger) => trigger.function)].map(([name, same]) =>
        describe(same, effectsOf.ofFunction(name)),
      );
      const entry = `- \`${short(table)}\`: ${[...new Set(words)].sort().concat(named).join("; ")}.`;
      const files = [...(writers.get(table) ?? [])].sort().map((file) => `\`${file}\``);
      return wrap(files.length > 0 ? `${entry} Written by ${files.join(", ")}.` : entry);
    });
    return rows.join("\n");
  } finally {
    await sql.end();
  }
}

const start = "<!-- Written by `node db/generate-schema.ts`. -->";

/** Replaces the list in the text of db/README.md. */
export function withTriggers(readme: string, list: string): string {
  const end = readme.indexOf(start);
  if (end < 0) throw new Error(`db/README.md has no line ${start}`);
  return `${readme.slice(0, end)}${start}\n\n${list}\n`;
}

/** Wraps a list entry at 120 characters. */
function wrap(entry: string): string {
  const lines = [""];
  for (const word of entry.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length >= 120) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}

const short = (table: string) => table.replace(/^public\./, "");

function describe(triggers: readonly Trigger[], { errors, writes }: Effects): string {
  const list = (names: ReadonlySet<string>) =>
    [...names]
      .sort()
      .map((name) => `\`${short(name)}\``)
      .join(", ");
  const names = triggers.map(({ name, events }) => `\`${name}\` ${events}`).join(", ");
  const raised = errors.size > 0 ? ` → ${list(errors)}` : "";
  return `${names}${raised}${writes.size > 0 ? ` (writes ${list(writes)})` : ""}`;
}

interface EffectsReader {
  /** Effects of a function and of the functions that it calls. */
  ofFunction(name: string): Effects;
  /** Effects of SQL in a source file. */
  ofText(text: string): Effects;
}

function readEffects(
  functions: readonly { name: string; body: string }[],
  tables: ReadonlySet<string>,
): EffectsReader {
  const bodies = new Map<string, string>();
  for (const { name, body } of functions) {
    bodies.set(name, `${bodies.get(name) ?? ""}\n${body.replace(/--[^\n]*/g, "")}`);
  }
  const ofText = (text: string, seen: Set<string>): Effects => {
    const errors = new Set(namedErrors(text));
    const writes = new Set(writtenNames(text).filter((name) => tables.has(name)));
    for (const [, called = ""] of text.matchAll(/\b([a-z]+\.[a-z_]+)\(/g)) {
      const body = bodies.get(called);
      if (body === undefined || seen.has(called)) continue;
      seen.add(called);
      const inner = ofText(body, seen);
      for (const name of inner.errors) errors.add(name);
      for (const name of inner.writes) writes.add(name);
    }
    return { errors, writes };
  };
  return {
    ofFunction: (name) => ofText(bodies.get(name) ?? "", new Set([name])),
    ofText: (text) => ofText(text, new Set()),
  };
}

/** `constraint = 'stock_below_zero'`, or `constraint = tg_table_name || '_full'`. */
function namedErrors(text: string): string[] {
  return [...text.matchAll(/\bconstraint = (?:(\w+) \|\| )?'(\w+)'/g)].map(
    ([, computed, name = ""]) => (computed ? `*${name}` : name),
  );
}

/** A table without a schema is in `public`. */
function writtenNames(text: string): string[] {
  const written =
    /\b(?:insert into|delete from|merge into|(?<!for |for no key |do |after |before |or |on )update)\s+(?:only )?(?:([a-z]+)\.)?([a-z_]+)\b/g;
  return [...text.matchAll(written)].map(([, schema = "public", name]) => `${schema}.${name}`);
}

/** @returns for each table the files that write it, without `shop/` and the extension */
async function readWriters(
  effects: EffectsReader,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const writers = new Map<string, Set<string>>();
  for (const folder of ["shop", "backend", "server", "integrations", "app"]) {
    const files = await readdir(path.join(root, folder), { recursive: true });
    for (const file of files.sort()) {
      if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
      const text = await readFile(path.join(root, folder, file), "utf8");
      const name = `${folder === "shop" ? "" : `${folder}/`}${file.replace(/(\.server)?\.ts$/, "")}`;
      for (const table of effects.ofText(text).writes) {
        writers.set(table, (writers.get(table) ?? new Set()).add(name));
      }
    }
  }
  return writers;
}
