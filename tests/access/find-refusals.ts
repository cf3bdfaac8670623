import { anyOf, type ConstraintProbe, type Refusal, type Rule } from "./constraint-probe.ts";

/** Values that most rules refuse; the last ones are long or distant. */
const candidates = [
  ...["''", "' '", "'x'", "'-'", "-1", "0", "1", "2", "'\\x'", "'{}'", "'[]'", "null"],
  ...["repeat('x', 70000)", "repeat('9', 400)", "1000000000", "32000", "9000000000000000", "101"],
  ...[
    "false",
    "true",
    "'{x}'",
    "'{null}'",
    `'{"x": 1}'`,
    "'\"x\"'",
    "'infinity'",
    "now() - interval '40 years'",
  ],
];

const anyHash = "sha256(random()::text::bytea)";

/** Where several columns must fit together, a row to begin with. */
const bases: Readonly<Record<string, Refusal["set"]>> = {
  "auth.users": { email: "md5(random()::text) || '@contoh.test'" },
  "private.mail_recipients": { email: "md5(random()::text) || '@contoh.test'" },
  "public.enquiries": { email: "'ayu@contoh.test'" },
  "public.refunds": {
    amount: "1",
    overpaid: "1",
    goods: "0",
    shipping: "0",
    fee: "0",
    goodwill: "0",
  },
  "public.refund_lines": { quantity: "1", amount: "0" },
  "public.return_lines": { quantity: "2" },
  "public.payment_transactions": { kind: "'chargeback'", amount: "1" },
  "private.mail_campaigns": { holdout: "0" },
  "private.mail_suppressions": { email_hash: anyHash, mailbox_hash: "null", reason: "'staff'" },
  "private.mail_tokens": { hash: anyHash, kind: "'confirm'" },
  "private.mail_wordings": { text: "'Kabar'", hash: "sha256('Kabar')", language: "'id'" },
  "public.subscriptions": { topic: "'review'", state: "'pending'", level: "'single'" },
};

const order = { subtotal: "1000", discount: "0", shipping: "0", payment_fee: "0", total: "1000" };
const parts = { amount: "1", goods: "0", shipping: "0", fee: "0", goodwill: "0", overpaid: "1" };
const anyOrder = "(select id from public.orders order by random() limit 1)";

/** Other columns to set where one or two columns cannot break a rule. By `table rule`. */
const byHand: Readonly<Record<string, Refusal["set"]>> = {
  "public.orders orders_shipping_check": { ...order, shipping: "-1", total: "999" },
  "public.orders orders_subtotal_check": { ...order, subtotal: "-1", discount: "-1", total: "0" },
  "public.orders orders_check": { ...order, discount: "1001", shipping: "1", total: "0" },
  "public.orders payment_fee_invalid": { ...order, payment_fee: "-1001", total: "-1" },
  "public.refunds refunds_amount_check": { ...parts, amount: "0", overpaid: "0" },
  "public.refunds refunds_goods_check": { ...parts, goods: "-1", overpaid: "2" },
  "public.refunds refunds_goodwill_check": { ...parts, goodwill: "-1", overpaid: "2" },
  "public.refunds refunds_shipping_check": { ...parts, shipping: "-1", overpaid: "2" },
  "public.refunds refunds_overpaid_check": { ...parts, goods: "2", overpaid: "-1" },
  "public.refunds refund_requested_already": { ...parts, key: "'sama'" },
  "public.return_lines return_lines_damaged_check": {
    quantity: "2",
    resellable: "1",
    damaged: "-1",
  },
  "public.return_lines return_lines_resellable_check": {
    quantity: "2",
    resellable: "-1",
    damaged: "1",
  },
  "public.payment_transactions payment_charged_already": { kind: "'charge'" },
  "public.payment_transactions transaction_known_already": {
    kind: "'refund'",
    payment_id: "(select id from public.payments order by 1 limit 1)",
    provider_reference: "'sama'",
  },
  "public.payments transfer_amount_taken": {
    order_id: anyOrder,
    provider: "'transfer'",
    status: "'pending'",
    amount: "12345",
  },
  "private.mail_recipients mail_tags_too_many": { tags: "array_fill('x'::text, array[51])" },
  "private.mail_suppressions suppression_once": {
    email_hash: "sha256('x')",
    reason: "'staff'",
    lifted_by: "null",
  },
  "private.mail_wordings mail_wording_invalid": { text: "''", hash: "sha256('')" },
  "public.payment_tasks payment_task_resolution_unknown": {
    resolution: "'x'",
    resolved_at: "now()",
  },
};

interface Row extends Pick<Refusal, "from" | "set"> {
  /** The table allows no second row, but PostgreSQL evaluates checks before that rule. */
  readonly isForChecks?: boolean;
}

/** Searches for rows: one that is stored as it is, and variations of it that a single rule refuses. */
export class RefusalSearch {
  private readonly probe: ConstraintProbe;
  private readonly rules: readonly Rule[];
  private readonly sound = new Map<string, readonly Row[]>();

  constructor(probe: ConstraintProbe, rules: readonly Rule[]) {
    this.probe = probe;
    this.rules = rules;
  }

  async find(rule: Rule): Promise<Refusal | undefined> {
    for (const { isForChecks, ...base } of await this.soundRows(rule.table)) {
      if (isForChecks && rule.kind !== "check") continue;
      for (const { set, twice } of await this.changes(rule)) {
        const refusal = {
          ...base,
          table: rule.table,
          rule: rule.name,
          set: { ...base.set, ...set },
          twice,
        };
        if ((await this.by(refusal)) === rule.name) return refusal;
      }
    }
    return undefined;
  }

  private async changes(rule: Rule): Promise<{ set: Refusal["set"]; twice: boolean }[]> {
    const { columns } = rule;
    const given = byHand[`${rule.table} ${rule.name}`];
    if (given) return [{ set: given, twice: rule.kind === "unique" }];
    const types = new Map((await this.probe.columnsOf(rule.table)).map((c) => [c.name, c.type]));
    const typeOf = (column: string) => types.get(column) ?? "text";
    if (rule.kind === "foreign key") {
      return columns.map((c) => ({ set: { [c]: strangerOf(typeOf(c)) }, twice: false }));
    }
    if (rule.kind === "unique") {
      const fixed = Object.fromEntries(columns.map((c) => [c, fixedOf(typeOf(c))]));
      const there = Object.fromEntries(
        (await this.probe.columnsOf(rule.table)).flatMap(({ name: column, references: other }) =>
          other && columns.includes(column)
            ? [[column, `(select r."${other.column}" from ${other.table} r order by 1 limit 1)`]]
            : [],
        ),
      );
      const flags = literalsOf(rule).map((value) =>
        Object.fromEntries(
          [...types.keys()].filter((c) => rule.where?.includes(c)).map((c) => [c, value]),
        ),
      );
      const same = { ...fixed, ...there };
      const sets = [{}, fixed, there, same, ...flags];
      const flagged = flags.flatMap((flag) => [
        { ...fixed, ...flag },
        { ...same, ...flag },
      ]);
      return [...sets, ...flagged].map((set) => ({
        set,
        twice: true,
      }));
    }
    const values = [...candidates, ...literalsOf(rule)];
    const single = columns.flatMap((column) => values.map((value) => ({ [column]: value })));
    const few = [
      "null",
      "0",
      "1",
      "2",
      "'x'",
      "''",
      "now()",
      "now() - interval '1 year'",
      "true",
      ...literalsOf(rule),
    ];
    const double =
      columns.length > 4
        ? []
        : pairs(columns).flatMap(([first, second]) =>
            few.flatMap((value) => few.map((other) => ({ [first]: value, [second]: other }))),
          );
    return [...single, ...double].map((set) => ({ set, twice: false }));
  }

  /** Rows that are stored: invented and corrected until no rule refuses them, or copies of an existing row. */
  private async soundRows(table: string): Promise<readonly Row[]> {
    const seen = this.sound.get(table);
    if (seen) return seen;
    const columns = await this.probe.columnsOf(table);
    const apart = this.rules
      .filter((rule) => rule.table === table && rule.kind === "unique")
      .flatMap((rule) => rule.columns);
    const fresh = Object.fromEntries(
      columns
        .filter(({ name: column }) => apart.includes(column))
        .map(({ name: column, type, references: other }) => [
          column,
          other
            ? `(select r."${other.column}" from ${other.table} r where not exists (
                select from ${table} x where x."${column}" = r."${other.column}") order by 1 limit 1)`
            : anyOf(type),
        ]),
    );
    const unbound = Object.fromEntries(
      Object.entries(fresh).filter(
        ([column]) => !columns.find((one) => one.name === column)?.references,
      ),
    );
    const wishes: Row[] = [null, "true"].flatMap((from) =>
      [fresh, unbound].map((set) => ({ from, set: { ...set, ...(from ? {} : bases[table]) } })),
    );
    const found: Row[] = [];
    for (const wish of wishes) {
      const row = await this.mend(wish, table);
      if (row) found.push(row);
    }
    this.sound.set(table, found);
    return found;
  }

  private async mend(row: Row, table: string): Promise<Row | undefined> {
    let { set } = row;
    const met = new Set<string>();
    for (let n = 0; n < 12; n++) {
      const by = await this.by({ table, rule: "", from: row.from, set, twice: false });
      if (by === null) return { from: row.from, set };
      const rule = this.rules.find((one) => one.table === table && one.name === by);
      if (!by || !rule) return undefined;
      const fits = met.has(by) ? undefined : await this.firstThatFits(rule, row.from, set);
      if (!fits) {
        return rule.kind === "check" ? undefined : { from: row.from, set, isForChecks: true };
      }
      met.add(by);
      set = fits;
    }
    return undefined;
  }

  private async firstThatFits(
    rule: Rule,
    from: Row["from"],
    set: Refusal["set"],
  ): Promise<Refusal["set"] | undefined> {
    const values = [...literalsOf(rule), ...candidates, ...shapes];
    const columns = (await this.probe.columnsOf(rule.table)).map((one) => one.name);
    const deciding = columns.filter((column) => rule.where?.includes(column));
    for (const column of [...deciding, ...rule.columns]) {
      for (const value of values) {
        const tried = { ...set, [column]: value };
        const by = await this.by({ table: rule.table, rule: "", from, set: tried, twice: false });
        if (by !== undefined && by !== rule.name) return tried;
      }
    }
    return undefined;
  }

  private async by(refusal: Refusal): Promise<string | null | undefined> {
    try {
      return await this.probe.refusedBy(refusal);
    } catch {
      // A value that the column's type does not allow.
      return undefined;
    }
  }
}

/** Literals of a rule: most lists of allowed words differ in them. */
const literalsOf = (rule: Rule): string[] =>
  [...rule.definition.matchAll(/'((?:[^']|'')*)'/g)]
    .map(([text]) => text)
    .filter((t) => t.length < 40);
/** Samples of codes, numbers and addresses. */
const shapes = [
  "'12345678'",
  "'3273191001'",
  "'40111'",
  "'+6281234567890'",
  "'ayu@contoh.test'",
  "'A-1'",
  "repeat('a', 64)",
  "'2026-01'",
];

function pairs(columns: readonly string[]): [string, string][] {
  return columns.flatMap((first) =>
    columns.flatMap((second): [string, string][] => (first === second ? [] : [[first, second]])),
  );
}

const strangerOf = (type: string): string =>
  type === "uuid"
    ? "'00000000-0000-4000-8000-00000000dead'"
    : /int/.test(type)
      ? "30999"
      : "'0000000000'";
const fixedOf = (type: string): string =>
  type === "uuid"
    ? "'00000000-0000-4000-8000-00000000beef'"
    : /int|numeric/.test(type)
      ? "31"
      : anyOf(type).includes("md5")
        ? "'sama'"
        : anyOf(type);
