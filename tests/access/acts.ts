import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

/** An entry of the audit log: action, kind and id of the subject, changed columns with spaces between. */
export type ExpectedEntry = readonly [
  action: string,
  kind: string,
  /** A function for an id that the act itself makes. */
  id: string | RegExp | (() => string),
  fields: string,
];

/** A call of a use case with exactly the entries that it leaves. */
export interface Act {
  readonly name: string;
  readonly useCase: string;
  /** Runs before it and leaves entries of its own. */
  readonly prepare?: () => Promise<unknown>;
  readonly run: () => Promise<{ readonly ok: boolean }>;
  readonly entries: readonly ExpectedEntry[];
  /** It is done a second time, which must leave none. */
  readonly again?: true;
}

/** Makes the entries about one thing. */
export const about =
  (kind: string, id: ExpectedEntry[2]) =>
  (action: string, fields: string): ExpectedEntry => [action, kind, id, fields];

const requestId = "permintaan-uji";

/** The person in the request in which acts are done. */
export const inRequest = (person: Person): Person => ({ ...person, requestId });

/** The administrator in whose name and request the acts are done. */
export const actingAdmin = async (): Promise<Person> => inRequest(await provenAdmin());

/** Does the acts in their order, and compares what each leaves in the audit log with its entries. */
export async function expectEntries(actor: Person, acts: readonly Act[]): Promise<void> {
  for (const act of acts) {
    await expectEntriesOf(actor, act);
    if (act.again)
      await expectEntriesOf(actor, { ...act, name: `${act.name}, again`, entries: [] });
  }
}

async function expectEntriesOf(actor: Person, { name, prepare, run, entries }: Act): Promise<void> {
  await prepare?.();
  const [last] = await asSeed()<{ id: number }[]>`
    select coalesce(max(id), 0) as id from audit_entries`;
  expect(await run(), name).toMatchObject({ ok: true });
  const written = await asSeed()<
    { action: string; kind: string; subject: string; fields: string[]; is_named: boolean }[]
  >`
    select action, subject_kind as kind, subject_id as subject, array(select f from unnest(fields) f order by f collate "C") as fields,
      coalesce(actor_id = ${actor.id} and actor_kind = 'person' and request_id = ${requestId}, false) as is_named
    from audit_entries where id > ${last?.id ?? 0} order by id`;
  expect(
    written.map(({ action, kind, subject, fields }) => [action, kind, subject, fields]),
    name,
  ).toEqual(
    expect.arrayContaining(
      entries.map(([action, kind, id, fields]) => [action, kind, matching(id), columnsOf(fields)]),
    ),
  );
  expect(written, name).toHaveLength(entries.length);
  // Nobody else wrote anything.
  expect(
    written.filter(({ is_named }) => !is_named),
    name,
  ).toEqual([]);
}

function columnsOf(fields: string): readonly string[] {
  return fields === "" ? [] : fields.split(" ").sort();
}

function matching(id: ExpectedEntry[2]): unknown {
  if (typeof id === "function") return id();
  return typeof id === "string" ? id : expect.stringMatching(id);
}

/**
 * Compares the use cases of files with those of the acts: exported functions that call `asStaff`, by themselves or through
 * functions of their own file.
 * @param files their paths below `shop/`
 */
export function expectEveryUseCase(files: RegExp, acts: readonly Act[]): void {
  const shop = path.join(import.meta.dirname, "../../shop");
  const writing = readdirSync(shop, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(".server.ts") && files.test(file))
    .flatMap((file) => useCasesOf(readFileSync(path.join(shop, file), "utf8")));
  expect([...new Set(acts.map(({ useCase }) => useCase))].sort()).toEqual(writing.sort());
}

/** How a use case writes, and none itself. */
const ways: ReadonlySet<string> = new Set(["asStaff", "withLimits", "withCodedLimits"]);

function useCasesOf(source: string): readonly string[] {
  const functions = source
    .split(/^(?=(?:export )?(?:async )?function |(?:export )?const )/m)
    .slice(1)
    .map((text) => ({
      text,
      name: /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(text)?.[1] ?? "",
      isExported: text.startsWith("export "),
    }));
  const writing = new Set(["asStaff"]);
  for (let known = 0; known < writing.size; ) {
    known = writing.size;
    const calls = new RegExp(`\\b(?:${[...writing].join("|")})[<(]`);
    for (const { name, text } of functions) {
      if (calls.test(text.slice(text.indexOf(name) + name.length))) writing.add(name);
    }
  }
  return functions.flatMap(({ name, isExported }) =>
    isExported && writing.has(name) && !ways.has(name) ? [name] : [],
  );
}
