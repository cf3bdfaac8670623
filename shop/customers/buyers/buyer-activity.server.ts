import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import type { SubscriptionState } from "#shop/consent/topic.ts";
import { may, type Person } from "#shop/kernel/access.ts";

/** Rows of each kind on the page, newest first. */
const maxShown = 6;

export interface BuyerActivity {
  /** Empty without `returns.read`. */
  readonly returns: readonly BuyerReturn[];
  /** Ordered designs; empty without `customisations.read`. */
  readonly designs: readonly BuyerDesign[];
  /** Null without `mail.read`, or for an address without any marketing choice. */
  readonly mail: BuyerMail | null;
}

interface BuyerReturn {
  readonly id: string;
  readonly number: string;
  readonly kind: "return" | "claim";
  /** A status of shop/orders/returns. */
  readonly status: string;
  /** ISO 8601. */
  readonly created_at: string;
}

interface BuyerDesign {
  /** Id of the customisation. */
  readonly id: string;
  readonly line_id: string;
  readonly product: string;
  /** The newest proof with a picture; null without one. */
  readonly version: number | null;
  /** ISO 8601. */
  readonly created_at: string;
}

interface BuyerMail {
  /** Id in the path of the subscriber's page. */
  readonly recipient_id: string;
  readonly topics: readonly {
    readonly slug: string;
    readonly name: string;
    readonly state: SubscriptionState;
  }[];
}

/** Staff: returns, designs and marketing choices of a buyer. Each part needs its own permission. */
export async function readBuyerActivity(
  actor: Person,
  id: string,
  language: Language,
): Promise<BuyerActivity> {
  if (!may(actor, "customers.read") || !isUuid(id)) return { returns: [], designs: [], mail: null };
  const sql = asShop();
  const [returns, designs, mail] = await Promise.all([
    may(actor, "returns.read") ? readReturns(sql, id) : [],
    may(actor, "customisations.read") ? readDesigns(sql, id) : [],
    may(actor, "mail.read") ? readMail(sql, id, language) : null,
  ]);
  return { returns, designs, mail };
}

function readReturns(sql: Sql, id: string): Promise<BuyerReturn[]> {
  return sql<BuyerReturn[]>`
    select x.id, x.number, x.kind, x.status, to_json(x.created_at) #>> '{}' as created_at
    from orders o join returns x on x.order_id = o.id where o.buyer_id = ${id}
    order by x.created_at desc, x.id desc limit ${maxShown}`.then((rows) => [...rows]);
}

function readDesigns(sql: Sql, id: string): Promise<BuyerDesign[]> {
  return sql<BuyerDesign[]>`
    select c.id, l.id as line_id, l.name as product, to_json(c.created_at) #>> '{}' as created_at,
      (select max(p.version) from proofs p where p.customisation_id = c.id and p.display is not null) as version
    from orders o join customisations c on c.order_id = o.id join order_lines l on l.id = c.order_line_id
    where o.buyer_id = ${id} order by c.created_at desc, c.id desc limit ${maxShown}`.then(
    (rows) => [...rows],
  );
}

async function readMail(sql: Sql, id: string, language: Language): Promise<BuyerMail | null> {
  const [row] = await sql<BuyerMail[]>`
    select r.id as recipient_id, (
        select coalesce(json_agg(json_build_object('slug', t.slug, 'name', ${sql(`t.name_${language}`)}, 'state', s.state)
          order by t.position, t.slug), '[]')
        from subscriptions s join private.mail_topics t on t.slug = s.topic where s.recipient_id = r.id
      ) as topics
    from buyers b join private.mail_recipients r on r.email = lower(b.email) where b.id = ${id}`;
  return row ?? null;
}
