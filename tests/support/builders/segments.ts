import { openPostgres } from "#db/driver.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { startCampaign } from "./campaigns.ts";
import { paidOrder } from "./orders.ts";

/** Of a recipient. */
export interface GivenThings {
  readonly email: string;
  readonly product: string | null;
  readonly promotion: string | null;
  readonly hasCart: boolean;
  /** Days since each campaign that they got. */
  readonly got: Readonly<Record<string, number>>;
  readonly orderedFrom: string | null;
}

interface Things {
  readonly order: string;
  readonly products: readonly string[];
  readonly promotions: readonly string[];
  readonly campaigns: readonly string[];
  readonly customers: readonly string[];
}

/** What random segments ask about: a few products, promotions, campaigns and accounts. */
export async function makeThings(): Promise<Things> {
  const { id: order } = await paidOrder("contoh", [1]);
  const sql = asSeed();
  const ids = async (rows: PromiseLike<readonly { id: string }[]>) =>
    (await rows).map(({ id }) => id);
  const campaigns = [await startCampaign(), await startCampaign()];
  // Nobody sends them.
  await sql`
    update private.mail_campaigns set status = 'cancelled', ended_at = now() where number = any (${campaigns})`;
  return {
    order,
    products: await ids(
      sql<
        { id: string }[]
      >`select product_id as id from product_variants group by 1 order by 1 limit 2`,
    ),
    promotions: await ids(sql<{ id: string }[]>`select id from promotions order by id limit 2`),
    campaigns: await ids(
      sql<
        { id: string }[]
      >`select id from private.mail_campaigns where number = any (${campaigns}) order by number`,
    ),
    customers: await ids(
      sql<{ id: string }[]>`select u.id from auth.users u where not exists (
        select from private.mail_recipients r where r.user_id = u.id) order by u.id limit 8`,
    ),
  };
}

/** Orders, carts and deliveries as rows: what made them is not what is tried here. */
export async function giveThings(
  databaseUrl: string,
  people: readonly GivenThings[],
  things: Things,
): Promise<void> {
  // Only the owner of the tables may leave their triggers out.
  const owner = openPostgres(databaseUrl, { max: 1 });
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    const columnsOf = async (table: string) => {
      const [row] = await sql<{ columns: string }[]>`
        select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`;
      return row?.columns ?? "";
    };
    const [orderColumns, lineColumns] = [await columnsOf("orders"), await columnsOf("order_lines")];
    for (const [
      place,
      { email, product, promotion, orderedFrom, hasCart, got },
    ] of people.entries()) {
      for (const bought of [product, promotion, orderedFrom]) {
        if (bought === null) continue;
        const [made] = await sql<{ id: string }[]>`
          insert into public.orders (${sql.unsafe(orderColumns)})
          select ${sql.unsafe(orderColumns)} from jsonb_populate_record(null::public.orders, (
            select to_jsonb(o) || jsonb_build_object('id', gen_random_uuid(), 'number', gen_random_uuid(), 'email', upper(${email}),
              'public_token', gen_random_uuid(), 'idempotency_key', gen_random_uuid(), 'status', 'placed')
            from public.orders o where o.id = ${things.order})) returning id`;
        const id = made?.id ?? "";
        if (bought === product) {
          await sql`
            insert into public.order_lines (${sql.unsafe(lineColumns)})
            select ${sql.unsafe(lineColumns)} from jsonb_populate_record(null::public.order_lines, (
              select to_jsonb(l) || jsonb_build_object('id', gen_random_uuid(), 'order_id', ${id}::text, 'product_id', ${product}::text,
                'variant_id', (select min(v.id::text) from public.product_variants v where v.product_id = ${product}))
              from public.order_lines l where l.order_id = ${things.order} limit 1))`;
        } else if (bought === promotion) {
          await sql`
            insert into public.promo_redemptions (promotion_id, code, order_id, customer_key, discount)
            values (${promotion}, 'X', ${id}, 'x', 1)`;
        } else {
          await sql`
            insert into private.order_marks (order_id, campaign, version_id, via)
            select ${id}, c.number, min(v.id), 'code' from private.mail_campaigns c
            join private.mail_versions v on v.campaign = c.number where c.id = ${bought} group by c.number`;
        }
      }
      if (place < things.customers.length) {
        await sql`
          update private.mail_recipients set user_id = ${things.customers[place] ?? ""} where email = ${email}`;
        await sql`delete from private.saved_carts where customer_id = ${things.customers[place] ?? ""}`;
        await sql`
          insert into private.saved_carts (customer_id, version, lines)
          values (${things.customers[place] ?? ""}, gen_random_uuid(), ${hasCart ? sql.json([{ quantity: 1 }]) : sql.json([])})`;
      }
      for (const [campaign, days] of Object.entries(got)) {
        await sql`
          insert into private.mail_deliveries (campaign, n, recipient_id, version_id, state, begun_at, ended_at)
          select c.number, ${place + 1}, r.id, min(v.id), 'accepted', now() - make_interval(days => ${days}, hours => 1), now()
          from private.mail_campaigns c join private.mail_versions v on v.campaign = c.number, private.mail_recipients r
          where c.id = ${campaign} and r.email = ${email} group by c.number, r.id`;
      }
    }
  });
  await owner.end();
}
