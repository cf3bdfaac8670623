import {
  DatabaseError,
  openPostgres,
  type PoolSql,
  type TransactionSql,
} from "#db/driver.server.ts";

/*
 * Rows that must be refused: each rule of the database (check, unique index, foreign key) has one that only it
 * refuses. refusals.json stores them; `node bench/schema-mutants.ts --write` finds them again by trying values.
 */

export type RuleKind = "check" | "unique" | "foreign key";

/** A rule of the database, from its catalogue. */
export interface Rule {
  readonly table: string;
  /** As the error names it. */
  readonly name: string;
  readonly kind: RuleKind;
  readonly columns: readonly string[];
  /** The definition as PostgreSQL prints it. */
  readonly definition: string;
  /** SQL that drops the rule. */
  readonly drop: string;
  /** The condition of a partial unique index. */
  readonly where: string | null;
}

/** A refused row: an existing or an invented one, with some columns set to SQL expressions. */
export interface Refusal {
  readonly table: string;
  readonly rule: string;
  /** The row that is copied: a condition; null makes one up. */
  readonly from: string | null;
  readonly set: Readonly<Record<string, string>>;
  /** Stored first, so that the second of its kind is refused. */
  readonly twice: boolean;
}

interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  /** The database fills it in. */
  isMade: boolean;
  references: { table: string; column: string } | null;
}

export async function readRules(sql: PoolSql | TransactionSql): Promise<Rule[]> {
  const rows = await sql<Rule[]>`
    select format('%s.%s', n.nspname, t.relname) as table, c.conname as name,
      case c.contype when 'c' then 'check' when 'f' then 'foreign key' else 'unique' end as kind,
      array(select a.attname::text from unnest(c.conkey) k join pg_attribute a on a.attrelid = t.oid and a.attnum = k
        ) as columns, pg_get_constraintdef(c.oid) as definition,
      format('alter table %I.%I drop constraint %I cascade', n.nspname, t.relname, c.conname) as drop,
      null as where
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname in ('public', 'private', 'auth', 'storage', 'realtime') and c.contype in ('c', 'f', 'u', 'p')
      and c.conparentid = 0 and not t.relispartition
    union all
    select format('%s.%s', n.nspname, t.relname), x.relname, 'unique',
      array(select a.attname::text from unnest(i.indkey::int2[]) k
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k and k > 0),
      pg_get_indexdef(x.oid), format('drop index %I.%I', n.nspname, x.relname), pg_get_expr(i.indpred, i.indrelid)
    from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    join pg_namespace n on n.oid = t.relnamespace
    where n.nspname in ('public', 'private', 'auth', 'storage', 'realtime') and i.indisunique and not t.relispartition
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    order by 1, 2`;
  return [...rows];
}

/** Tries rows on a database and leaves nothing. */
export class ConstraintProbe {
  private readonly sql: PoolSql;
  private readonly columns = new Map<string, Column[]>();

  constructor(url: string) {
    this.sql = openPostgres(url, {
      max: 1,
      connection: { search_path: "public, extensions", statement_timeout: 1_000 },
    });
  }

  close(): Promise<void> {
    return this.sql.end();
  }

  rules(): Promise<Rule[]> {
    return readRules(this.sql);
  }

  /**
   * @param broken SQL that is run first and rolled back afterwards
   * @returns the rule that refuses; null when the row is stored; undefined when the row could not be tried
   */
  async refusedBy(refusal: Refusal, broken?: string): Promise<string | null | undefined> {
    const columns = await this.columnsOf(refusal.table);
    const names = columns.filter(({ isMade }) => !isMade).map(({ name }) => `"${name}"`);
    const base = refusal.from
      ? `select * from ${refusal.table} r where ${refusal.from} order by r::text limit 1`
      : `select ${columns.map((column) => `${made(column)} as "${column.name}"`).join(", ")}`;
    const values = columns
      .filter(({ isMade }) => !isMade)
      .map(({ name, type }) => {
        const value = refusal.set[name];
        return value === undefined ? `base."${name}"` : `(${value})::${type}`;
      });
    const insert = `insert into ${refusal.table} (${names}) overriding system value
      select ${values} from (${base}) base`;
    return this.undone(async (sql) => {
      if (broken) await sql.unsafe(broken);
      // Disable triggers, which could refuse the row before the rule does.
      await sql.unsafe(`alter table ${refusal.table} disable trigger user`);
      await sql.unsafe("set constraints all immediate");
      try {
        const stored = await sql.savepoint(async (inner) => {
          if (refusal.twice) await inner.unsafe(insert);
          return inner.unsafe(insert);
        });
        return stored.count === 0 ? undefined : null;
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        return error.constraint;
      }
    });
  }

  async columnsOf(table: string): Promise<Column[]> {
    const known = this.columns.get(table);
    if (known) return known;
    const rows = await this.sql<Column[]>`
      select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
        a.attgenerated <> '' as "isMade", (
          select json_build_object('table', c.confrelid::regclass::text, 'column', f.attname)
          from pg_constraint c join pg_attribute f on f.attrelid = c.confrelid
            and f.attnum = c.confkey[array_position(c.conkey, a.attnum)]
          where c.conrelid = a.attrelid and c.contype = 'f' and a.attnum = any (c.conkey) limit 1) as references
      from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
      order by a.attnum`;
    this.columns.set(table, [...rows]);
    return [...rows];
  }

  private async undone<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    let answer: { value: T } | undefined;
    await this.sql
      .begin(async (sql) => {
        answer = { value: await work(sql) };
        throw new Undo();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
    if (!answer) throw new Error("nothing was tried");
    return answer.value;
  }
}

class Undo extends Error {}

/** A value that fits the column's type, and where it refers to something, one that exists. */
function made({ type, isNullable, references }: Column): string {
  if (references) {
    return `(select r."${references.column}" from ${references.table} r order by 1 limit 1)`;
  }
  if (isNullable) return `null::${type}`;
  if (/int|numeric/.test(type)) return `1::${type}`;
  return `(${anyOf(type)})::${type}`;
}

/** A new value of a type, another one every time. */
export function anyOf(type: string): string {
  if (type === "uuid") return "gen_random_uuid()";
  if (type.endsWith("[]")) return "'{}'";
  if (type === "smallint") return "floor(random() * 30000)";
  if (/^(bigint|integer|numeric|double)/.test(type)) return "1e9 + floor(random() * 1e9)";
  if (type === "boolean") return "false";
  if (/^(timestamp|date)/.test(type)) return "now()";
  if (/^json/.test(type)) return "'{}'";
  if (type === "bytea") return "'\\x01'";
  return "md5(random()::text)";
}
