import { beforeAll, describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { builtInRoles } from "#shop/kernel/permissions.ts";
import { staffRoutes, unknownRows } from "#tests/access/staff-routes.ts";
import { makeAccount, password } from "#tests/support/builders/account.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";

interface Member {
  readonly role: string;
  readonly cookie: string;
  readonly permissions: readonly string[];
}

describe("what each role may open", { timeout: 120_000 }, () => {
  const { program } = useProgram();
  const staff: Member[] = [];
  let customer = "";
  let ids: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    ids = await findRows();
    const auth = await fetch(`${program().url}/Auth`);
    const apikey = /name="publishable-key" content="([^"]+)"/.exec(await auth.text())?.[1] ?? "";
    const signIn = async (email: string) => {
      const answer = await fetch(`${program().url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { "Content-Type": "application/json", apikey },
        body: JSON.stringify({ email, password }),
      });
      const session = Buffer.from(await answer.text()).toString("base64url");
      return `sb-localhost-auth-token=base64-${session}`;
    };
    await makeAccount("pembeli@peran.test", "pembeli");
    customer = await signIn("pembeli@peran.test");
    const known = await asSeed()<{ id: string; permissions: string[] }[]>`
      select id, permissions from staff_roles where id = any (${[...builtInRoles]}) order by id`;
    for (const { id, permissions } of known) {
      const email = `${id}@peran.test`;
      const person = await makeAccount(email, id);
      await asSeed()`update profiles set role = 'USER', staff_role = ${id} where id = ${person}`;
      staff.push({ role: id, permissions, cookie: await signIn(email) });
    }
  }, 60_000);

  const open = (path: string, { cookie }: Pick<Member, "cookie">, init: RequestInit = {}) =>
    fetch(`${program().url}${path}`, {
      redirect: "manual",
      ...init,
      headers: { Cookie: cookie, Origin: program().url },
    });
  const filled = (path: string) =>
    path.replace(/:([a-z]+)/g, (_, name: string) => ids[name] ?? crypto.randomUUID());

  const addressesBelow = (start: RegExp) =>
    routes
      .flatMap((entry) => [entry, ...(entry.children ?? [])])
      .flatMap((entry) => entry.children ?? [entry])
      .map(({ path }) => `/${(path ?? "").replace(/^\//, "")}`)
      .filter((path) => start.test(path));

  test("every address of the back office leads visitors to sign in and refuses customers", async () => {
    const addresses = addressesBelow(/^\/(en\/)?admin(\/|$)/);
    expect(addresses.length).toBeGreaterThan(140);
    const wrong: string[] = [];
    for (const address of shareOf(addresses, 0, 5)) {
      const path = address.replace(/:[a-z]+/gi, () => crypto.randomUUID());
      const signInPage = path.startsWith("/en/") ? "/en/Auth?next=" : "/Auth?next=";
      const visitor = await open(path, { cookie: "" });
      const place = visitor.headers.get("location") ?? "";
      if (visitor.status !== 302 || !place.startsWith(signInPage)) {
        wrong.push(`visitor ${address}: ${visitor.status} ${place}`);
      }
      const refused = await open(path, { cookie: customer });
      if (refused.status !== 403) wrong.push(`customer ${address}: ${refused.status}`);
      for (const answer of [visitor, refused]) await answer.body?.cancel();
    }
    expect(wrong).toEqual([]);
  });

  test("every address of the back office is in the table", () => {
    const addresses = addressesBelow(/^\/admin(\/|$)/);
    const patterns = [...Object.keys(staffRoutes), ...unknownRows];
    const isListed = (address: string) => {
      const shape = new RegExp(`^${address.replaceAll(".", "\\.").replace(/:[a-z]+/gi, "[^/]+")}$`);
      return patterns.some((pattern) => shape.test(pattern.replace(/[?].*/, "")));
    };
    expect(addresses.length).toBeGreaterThan(70);
    expect(addresses.filter((address) => !isListed(address))).toEqual([]);
  });

  test("each role sees the pages of its permissions, and all others are refused", async () => {
    const wrong: string[] = [];
    for (const [place, [path, needs]] of Object.entries(staffRoutes).entries()) {
      await Promise.all(
        shareOf(staff, place).map(async (member) => {
          const wanted = typeof needs === "string" ? [needs] : needs;
          const may =
            needs === "staff" ||
            wanted.some((permission) => member.permissions.includes(permission));
          const answer = await open(filled(path), member);
          const body = await answer.text();
          const isPage = answer.headers.get("content-type")?.startsWith("text/html");
          const isWhole =
            !isPage || answer.status === 302 || (body.includes("<h1") && body.includes("</html>"));
          const isOpen = answer.status === 200 || answer.status === 302;
          if ((may ? !isOpen : answer.status !== 403) || !isWhole) {
            wrong.push(`${member.role} ${path}: ${answer.status} instead of ${may ? 200 : 403}`);
          }
        }),
      );
    }
    expect(wrong).toEqual([]);
  });

  test("a role for one part of the shop gets no link to a page that it may not open", async () => {
    await asSeed()`insert into staff_roles (id, name) values ('narrow', 'Sempit')`;
    await asSeed()`
      update profiles set staff_role = 'narrow' where id = (select id from auth.users where email = 'reader@peran.test')`;
    const reader = staff.find(({ role }) => role === "reader");
    if (!reader) throw new Error("no such role");
    const needsOf = (address: string) =>
      Object.entries(staffRoutes).find(([pattern]) => {
        const shape = pattern.replace(/[?].*/, "").replaceAll(".", "\\.");
        return new RegExp(`^${shape.replace(/:[a-z]+/g, "[0-9a-f-]{36}")}$`).test(address);
      })?.[1];
    const routesOf = Map.groupBy(Object.entries(staffRoutes), ([, needs]) => String(needs));
    const wrong = new Set<string>();
    for (const [permission, pages] of routesOf) {
      if (permission === "staff" || permission.includes(",")) continue;
      // A role that may edit something may also read it.
      const read = `${permission.split(".")[0]}.read`;
      const has = routesOf.has(read) ? [permission, read] : [permission];
      await asSeed()`update staff_roles set permissions = ${has} where id = 'narrow'`;
      for (const [path] of pages) {
        const answer = await open(filled(path), reader);
        const body = await answer.text();
        if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
        for (const [, link = ""] of body.matchAll(/<a[^>]* href="([/]admin[^"?#]*)/g)) {
          const needs = needsOf(link) ?? "staff";
          if (needs !== "staff" && ![needs].flat().some((one) => has.includes(one))) {
            wrong.add(`${permission} at ${path}: ${link.replace(/[0-9a-f-]{36}/g, ":id")}`);
          }
        }
      }
    }
    await asSeed()`
      update profiles set staff_role = 'reader' where id = (select id from auth.users where email = 'reader@peran.test')`;
    expect([...wrong]).toEqual([]);
  });

  test("a sign-in leads staff to the back office and customers to their account", async () => {
    await asSeed()`update profiles set full_name = 'Rani' where full_name = ''`;
    const homeOf = async (cookie: string, prefix = "") => {
      const answer = await open(`${prefix}/SetDetails`, { cookie });
      await answer.body?.cancel();
      return answer.headers.get("location");
    };
    const reader = staff.find(({ role }) => role === "reader")?.cookie ?? "";
    expect(await homeOf(reader)).toBe("/admin");
    expect(await homeOf(reader, "/en")).toBe("/en/admin");
    expect(await homeOf(customer)).toBe("/dashboard");
  });

  test("unsafe settings are shown to administrators only", async () => {
    const others = staff.filter(({ permissions }) => !permissions.includes("health.read"));
    expect(others.length).toBeGreaterThan(0);
    for (const member of others) {
      const start = await (await open("/admin", member)).text();
      expect(start).toContain("</html>");
      expect(start).not.toContain("/admin/Safety");
      expect((await open("/admin/Safety", member)).status).toBe(403);
    }
  });

  test("an unknown row and an empty form are answered, and nothing is written", async () => {
    const entries = () => asSeed()<{ n: number }[]>`
      select count(*)::int as n from audit_entries where action !~ '^session[.]'`;
    const before = await entries();
    const wrong: string[] = [];
    const reader = staff.find(({ role }) => role === "reader");
    const manager = staff.find(({ role }) => role === "manager");
    if (!reader || !manager) throw new Error("no such role");
    for (const path of shareOf([...Object.keys(staffRoutes), ...unknownRows], 0, 3)) {
      for (const member of shareOf([reader, manager], path.length, 2)) {
        const unknown = await open(
          path.replace(/:[a-z]+/gi, () => crypto.randomUUID()),
          member,
        );
        const empty = await open(filled(path), member, {
          method: "POST",
          body: new URLSearchParams(),
        });
        for (const answer of [unknown, empty]) {
          await answer.body?.cancel();
          if (answer.status >= 500) wrong.push(`${member.role} ${path}: ${answer.status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await entries()).toEqual(before);
  });
});

/** An id for each parameter of the table of routes. */
async function findRows(): Promise<Record<string, string>> {
  const sql = asSeed();
  await sql`
    insert into stocktakes (id, name, scope) values (gen_random_uuid(), 'Opname uji', 'all')`;
  await sql`
    insert into sales (id, name, kind, value, starts_at, ends_at)
    values (gen_random_uuid(), 'Obral uji', 'percent', 10, now() + interval '1 day', now() + interval '2 days')`;
  await sql`
    insert into collections (id, slug, name) values (gen_random_uuid(), 'koleksi-uji', '{"id": "Uji", "en": ""}')`;
  await sql`
    insert into enquiries (topic, name, email, message, language, idempotency_key, request_hash)
    values ('other', 'Sari', 'sari@contoh.test', 'Halo', 'id', 'uji-rute', 'uji-rute')`;
  await sql`
    insert into terms_drafts (id, texts) values (gen_random_uuid(), '{"id": "", "en": ""}')`;
  await sql`
    with shipped as (
      select s.order_id, l.order_line_id from shipment_lines l join shipments s on s.id = l.shipment_id
      where s.status in ('shipped', 'delivered') order by s.id, l.order_line_id limit 1), claim as (
      insert into returns (order_id, customer_id, kind, reason, key)
      select o.id, o.customer_id, 'claim', 'damaged', 'uji-rute' from orders o join shipped on shipped.order_id = o.id
      returning id)
    insert into return_lines (return_id, order_line_id, quantity) select claim.id, order_line_id, 1 from claim, shipped`;
  await sql`select private.follow_buyers()`;
  await sql`
    insert into private.mail_recipients (email, email_hash, mailbox_hash)
    values ('rute@contoh.test', sha256('rute'), sha256('rute'))`;
  const [row] = await sql<Record<string, string>[]>`
    select (select id::text from private.mail_recipients limit 1) as recipient,
      (select id::text from orders where number is not null order by id limit 1) as "order",
      (select order_id::text from shipments order by id limit 1) as sent,
      (select id::text from shipments order by id limit 1) as shipment,
      (select product_id::text from design_templates order by id limit 1) as product,
      (select id::text from design_templates t where product_id = (
        select product_id from design_templates order by id limit 1) order by id limit 1) as template,
      (select id::text from print_specs where product_id = (
        select product_id from design_templates order by id limit 1) order by id limit 1) as spec,
      (select id::text from categories order by id limit 1) as category,
      (select id::text from collections order by id limit 1) as collection,
      (select id::text from sales order by id limit 1) as sale,
      (select variant_id::text from stock_items order by variant_id limit 1) as variant,
      (select id::text from stocktakes limit 1) as stocktake,
      (select id::text from promotions order by id limit 1) as promotion,
      (select id::text from customisations order by id limit 1) as customisation,
      (select id::text from returns order by id limit 1) as return,
      (select id::text from terms_drafts order by id limit 1) as terms,
      (select method_id::text from shipping_rates order by method_id, zone_id limit 1) as method,
      (select zone_id::text from shipping_rates order by method_id, zone_id limit 1) as zone,
      (select id::text from enquiries order by id limit 1) as enquiry,
      (select id::text from buyers order by id limit 1) as buyer,
      (select id::text from profiles where role = 'USER' order by id limit 1) as person`;
  if (!row) throw new Error("no rows");
  const missing = Object.keys(row).filter((name) => row[name] === null);
  expect(missing).toEqual([]);
  return row;
}
