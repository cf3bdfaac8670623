import * as v from "valibot";
import { readEmail } from "#base/email-address.ts";
import { languages } from "#base/language.ts";
import { ok } from "#base/result.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { profileSchema } from "#shop/customers/profile.ts";
import { removeAddedCustomer, writeCustomer } from "#shop/customers/write-customer.server.ts";
import { readList, tidyCell } from "#shop/imports/read-values.ts";
import { refuse, type Sheet, sheetKind, type Thing } from "#shop/imports/sheet.server.ts";
import { formatPhone, normalisePhone } from "#shop/kernel/phone.ts";

const sheet: Sheet = {
  name: "customers",
  keyColumns: ["email"],
  needs: ["email", "nama"],
  columns: ["nama", "telepon", "bahasa", "kelompok"],
  permission: "customers.edit",
  exportPermissions: ["customers.read", "customers.contact"],
  isPersonal: true,
  needsProof: true,
  read(column, cell) {
    const text = tidyCell(cell);
    switch (column) {
      case "email": {
        const email = readEmail(text);
        return email === undefined
          ? { ok: false, problem: "email_invalid" }
          : { ok: true, value: email };
      }
      case "telepon": {
        const phone = normalisePhone(text);
        return phone === undefined
          ? { ok: false, problem: "phone_invalid" }
          : { ok: true, value: formatPhone(phone) };
      }
      case "bahasa": {
        const language = languages.find((name) => name === text.toLowerCase());
        return language
          ? { ok: true, value: language }
          : { ok: false, problem: "language_invalid" };
      }
      case "kelompok":
        return { ok: true, value: readList(text).sort().join("|") };
      default:
        return { ok: true, value: text };
    }
  },
  keyOf: ({ email }) => email || undefined,
  find: (sql, keys) => read(sql, sql`lower(u.email) = any (${[...keys]})`),
  list: (sql, after, limit) =>
    read(
      sql,
      sql`${after}::uuid is null or u.id > ${after}::uuid`,
      sql`order by u.id limit ${limit}`,
    ),
  async countExport(sql, max) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from (select from auth.users u join profiles p on p.id = u.id
        where ${isCustomer(sql)} limit ${max}) counted`;
    return row?.n ?? 0;
  },
  async write(sql, known, cells, run) {
    const { email = "", nama = "", telepon = "", bahasa = "", kelompok = "" } = cells;
    const parsed = v.safeParse(profileSchema, {
      full_name: nama,
      phone: telepon,
      language: bahasa || languages[0],
    });
    if (!parsed.success) {
      const [issue] = parsed.issues;
      const column = issue.path?.[0]?.key === "phone" ? "telepon" : "nama";
      return refuse(issue.message, column);
    }
    const { full_name, phone, language } = parsed.output;
    const written = await writeCustomer(
      sql,
      { id: run.actorId },
      { id: known?.id ?? null, email },
      { full_name, phone, language, groups: readList(kelompok) },
    );
    if (written.ok) return ok(null);
    return refuse(written.problem, written.problem === "group_unknown" ? "kelompok" : "email");
  },
  async remove(sql, known, run) {
    const gone = await removeAddedCustomer(sql, { id: run.actorId }, known.id ?? "");
    return gone.ok ? ok(null) : refuse(gone.problem);
  },
};

/** Customers by their e-mail address: name, phone, language of the mails, groups. Never a consent. */
export const customersKind = sheetKind(sheet);

const isCustomer = (sql: Sql) =>
  sql`p.role = 'CUSTOMER' and u.email is not null and u.deleted_at is null and not u.is_anonymous`;

async function read(
  sql: Sql,
  which: SqlFragment,
  order: SqlFragment = sql``,
): Promise<readonly Thing[]> {
  const rows = await sql<
    {
      id: string;
      email: string;
      full_name: string;
      phone: string | null;
      language: string;
      groups: string[];
    }[]
  >`
    select u.id, lower(u.email) as email, p.full_name, p.phone, p.language,
      array(select g.name from customer_group_members m join customer_groups g on g.id = m.group_id where m.customer_id = u.id) as groups
    from auth.users u join profiles p on p.id = u.id where ${isCustomer(sql)} and (${which}) ${order}`;
  return rows.map(({ id, email, full_name, phone, language, groups }) => ({
    key: email,
    id,
    place: id,
    cells: {
      email,
      nama: tidyCell(full_name),
      telepon: phone === null ? "" : formatPhone(phone),
      bahasa: language,
      kelompok: groups.sort().join("|"),
    },
  }));
}
