import { dateNow } from "#base/clock.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asCaller, asShop, type Sql } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";

/** Downloads a day: each reads all data of a person. */
const maxPerDay = 5;
const ordersAtOnce = 50;

type Row = Record<string, unknown>;

/**
 * All data of the actor as one JSON document, in pieces, so that a long history does not fill the memory. Credentials
 * (hashes, secrets, tokens) are left out.
 * @returns pieces of text; a problem without a recent reauthentication, or after too many downloads
 */
export async function exportData(
  actor: Person,
): Promise<Result<AsyncGenerator<string>, "reauthentication_needed" | "too_many_requests">> {
  if (actor.claims.is_anonymous !== true && !(await isFresh(asShop(), actor))) {
    return fail("reauthentication_needed");
  }
  const wait = await countRequest(`export:${actor.id}`, {
    limit: maxPerDay,
    windowSeconds: 86_400,
  });
  if (wait > 0) return fail("too_many_requests");
  return ok(documentOf(actor));
}

async function* documentOf(actor: Person): AsyncGenerator<string> {
  const { account, ...lists } = await readAccount(actor);
  yield `{\n"exported_at": ${JSON.stringify(dateNow().toISOString())},\n"account": ${JSON.stringify(account)}`;
  for (const [name, rows] of Object.entries(lists)) {
    yield `,\n${JSON.stringify(name)}: ${JSON.stringify(rows ?? [])}`;
  }
  const own = await asCaller(callerOf(actor), (sql) => readOwnTables(sql, actor.id), "read only");
  for (const [name, rows] of Object.entries(own)) {
    yield `,\n${JSON.stringify(name)}: ${JSON.stringify(rows)}`;
  }
  yield `,\n"orders": [`;
  let separator = "\n";
  for await (const order of ordersOf(actor)) {
    yield separator + JSON.stringify(order);
    separator = ",\n";
  }
  yield "\n]\n}\n";
}

/** Data without grants: the condition on the person's id is the only protection. */
async function readAccount(actor: Person): Promise<{ account: Row } & Row> {
  const [row] = await asShop()<({ account: Row } & Row)[]>`
    select
      json_build_object('id', u.id, 'email', u.email, 'email_confirmed_at', u.email_confirmed_at,
        'phone', '+' || u.phone, 'phone_confirmed_at', u.phone_confirmed_at, 'new_email', u.email_change,
        'new_phone', u.phone_change, 'has_password', u.encrypted_password is not null,
        'is_guest', u.is_anonymous, 'metadata', u.raw_user_meta_data, 'providers', u.raw_app_meta_data,
        'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at) as account,
      (
        select json_agg(json_build_object('provider', i.provider, 'profile', i.identity_data,
          'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at)
        from auth.identities i where i.user_id = u.id
      ) as identities,
      (
        select json_agg(json_build_object('name', f.friendly_name, 'type', f.factor_type, 'status', f.status,
          'phone', '+' || f.phone, 'created_at', f.created_at) order by f.created_at)
        from auth.mfa_factors f where f.user_id = u.id
      ) as second_factors,
      (
        select json_agg(json_build_object('created_at', c.created_at, 'used_at', c.used_at) order by c.used_at)
        from auth.recovery_codes c where c.user_id = u.id
      ) as recovery_codes,
      (
        select json_agg(json_build_object('device', s.user_agent, 'ip', s.ip, 'signed_in_at', s.created_at,
          'last_used_at', coalesce(s.refreshed_at, s.created_at), 'ended_at', s.not_after) order by s.created_at)
        from auth.sessions s where s.user_id = u.id
      ) as sessions,
      (
        select json_agg(json_build_object('what', a.payload ->> 'action', 'ip', nullif(a.ip_address, ''),
          'at', a.created_at) order by a.created_at)
        from auth.audit_log_entries a where a.payload ->> 'actor_id' = u.id::text
      ) as account_history,
      (
        select json_agg(json_build_object('kind', m.kind, 'to', m.recipient, 'subject', m.subject,
          'at', m.created_at) order by m.created_at)
        from private.outbox m
        where m.recipient = u.email and u.email_confirmed_at is not null
          or m.recipient = '+' || u.phone and u.phone_confirmed_at is not null
      ) as messages,
      (
        select json_agg(json_build_object('number', q.number, 'topic', q.topic, 'name', q.name, 'email', q.email,
          'phone', q.phone, 'order_number', q.order_number, 'message', q.message, 'at', q.created_at, 'answers', (
            select coalesce(json_agg(json_build_object('text', r.text, 'at', r.created_at) order by r.created_at), '[]')
            from enquiry_answers r where r.enquiry_id = q.id)) order by q.created_at)
        from enquiries q where q.email = u.email and u.email_confirmed_at is not null
      ) as enquiries,
      (
        select json_agg(json_build_object('topic', e.topic, 'action', e.action, 'source', e.source, 'wording', w.text,
          'until', e.until, 'max_a_month', e.max_a_month, 'consented_at', e.consented_at,
          'consent_source', e.consent_source, 'ip', e.ip, 'device', e.user_agent, 'at', e.created_at)
          order by e.id)
        from private.mail_choice_events e join private.mail_recipients r on r.id = e.recipient_id
        left join private.mail_wordings w on w.hash = e.wording
        where r.email = lower(u.email) and u.email_confirmed_at is not null
      ) as mail_choices,
      (
        select json_build_object('language', r.language, 'name', r.name, 'tags', r.tags, 'since', r.created_at,
          'subscriptions', (
            select coalesce(json_agg(json_build_object('topic', s.topic, 'state', s.state, 'level', s.level,
              'source', s.source, 'paused_until', s.paused_until, 'max_a_month', s.max_a_month,
              'changed_at', s.changed_at) order by s.topic), '[]')
            from subscriptions s where s.recipient_id = r.id),
          'suppressions', (
            select coalesce(json_agg(json_build_object('reason', x.reason, 'since', x.since,
              'lifted', x.lifted_by is not null) order by x.id), '[]')
            from private.mail_suppressions x where x.email_hash = r.email_hash or x.mailbox_hash = r.mailbox_hash))
        from private.mail_recipients r where r.email = lower(u.email) and u.email_confirmed_at is not null
      ) as mailing_list,
      (
        select json_agg(json_build_object('sku', x.sku, 'asked_at', w.asked_at, 'notified_at', w.notified_at)
          order by w.asked_at)
        from private.stock_alerts w join private.mail_recipients r on r.id = w.recipient_id
        join product_variants x on x.id = w.variant_id
        where r.email = lower(u.email) and u.email_confirmed_at is not null
      ) as stock_alerts,
      (
        select json_agg(json_build_object(
          'subject', v.subject, 'state', d.state, 'at', coalesce(d.ended_at, d.begun_at)) order by d.campaign)
        from private.mail_deliveries d join private.mail_recipients r on r.id = d.recipient_id
        join private.mail_versions v on v.id = d.version_id
        where r.email = lower(u.email) and u.email_confirmed_at is not null
      ) as campaigns,
      (
        select json_agg(json_build_object('automation', q.automation, 'occasion', q.occasion, 'skipped', q.skipped,
          'at', q.created_at) order by q.created_at)
        from private.automation_runs q join private.mail_recipients r on r.id = q.recipient_id
        where r.email = lower(u.email) and u.email_confirmed_at is not null
      ) as automations,
      (
        select json_agg(json_build_object('order', o.number, 'subject', v.subject, 'by', m.via) order by o.created_at)
        from orders o join private.order_marks m on m.order_id = o.id
        join private.mail_versions v on v.id = m.version_id where o.customer_id = u.id
      ) as orders_by_campaigns,
      (
        select json_agg(json_build_object('bucket', b.bucket_id, 'name', b.name, 'created_at', b.created_at)
          order by b.created_at)
        from storage.objects b where b.owner_id = u.id::text
      ) as files,
      (
        select json_agg(g.name order by g.name)
        from customer_group_members m join customer_groups g on g.id = m.group_id where m.customer_id = u.id
      ) as groups,
      (
        select json_build_object('tags', b.tags, 'orders', b.orders, 'spent', b.spent, 'returned', b.returned, 'notes', (
            select coalesce(json_agg(json_build_object('text', n.text, 'at', n.at, 'retracted_at', n.retracted_at)
              order by n.at), '[]')
            from buyer_notes n where n.buyer_id = b.id))
        from buyers b where b.account_id = u.id
      ) as staff_record,
      (
        select json_build_object('lines', k.lines, 'promo_codes', k.promo_codes, 'updated_at', k.updated_at)
        from private.saved_carts k where k.customer_id = u.id
      ) as saved_cart,
      (
        select json_agg(r.sent_at order by r.sent_at) from private.cart_reminders r where r.customer_id = u.id
      ) as cart_reminders,
      (
        select json_agg(json_build_object('words', v.words, 'pieces', v.pieces, 'document', v.document, 'created_at', v.created_at)
          order by v.created_at)
        from design_versions v where v.customer_id = u.id
      ) as design_versions,
      (
        select json_agg(json_build_object('order', o.number, 'content', d.content, 'created_at', d.created_at)
          order by d.created_at)
        from order_drafts d left join orders o on o.id = d.order_id where d.customer_id = u.id
      ) as order_drafts,
      (
        select json_agg(json_build_object('order', o.number, 'supplement', n.number, 'state', s.state, 'words', s.proof -> 'words',
          'pieces', s.proof -> 'pieces', 'document', s.proof -> 'document', 'note', s.proof -> 'note',
          'rights_at', s.proof -> 'rights_at', 'created_at', s.created_at) order by s.created_at, s.id)
        from private.design_supplements s join orders n on n.id = s.order_id join orders o on o.id = n.supplement_of
        where n.customer_id = u.id
      ) as design_supplements
    from auth.users u where u.id = ${actor.id}`;
  return row ?? { account: {} };
}

async function readOwnTables(sql: Sql, id: string): Promise<Record<string, readonly Row[]>> {
  const [profile, addresses, designs, shared_designs, customisations] = await Promise.all([
    sql<Row[]>`
      select full_name, phone, contact_email, language, role, created_at, updated_at
      from profiles where id = ${id}`,
    sql<Row[]>`
      select a.label, a.recipient, a.phone, r.full_name as region, a.region_code, a.postal_code, a.street,
        a.landmark, a.is_default, a.created_at
      from addresses a join regions r on r.code = a.region_code
      where a.customer_id = ${id} order by a.created_at, a.id`,
    sql<Row[]>`
      select name, document, created_at, updated_at from designs
      where customer_id = ${id} order by created_at, id`,
    sql<Row[]>`
      select name, document, with_pictures, state, created_at, revoked_at from shared_designs
      where customer_id = ${id} order by created_at, id`,
    sql<Row[]>`
      select c.order_id, c.name, c.document, c.status, c.created_at,
        (
          select coalesce(json_agg(json_build_object('version', p.version, 'note', p.note, 'sent_at', p.sent_at,
            'decision', p.decision, 'decided_at', p.decided_at) order by p.version), '[]')
          from proofs p where p.customisation_id = c.id
        ) as proofs,
        (
          select coalesce(json_agg(json_build_object('from_shop', m.from_shop, 'text', m.text, 'at', m.at,
            'pin', (
              select json_build_object('number', n.number, 'side', n.side, 'area', n.area, 'x', n.x, 'y', n.y,
                'settled_at', n.settled_at)
              from proof_pins n where n.id = m.pin_id
            )) order by m.at), '[]')
          from customisation_messages m where m.customisation_id = c.id
        ) as messages
      from customisations c where c.customer_id = ${id} order by c.created_at, c.id`,
  ]);
  return { profile, addresses, designs, shared_designs, customisations };
}

/**
 * Row-level security applies, as on every screen; the condition limits staff, who may read all orders, to their own.
 */
async function* ordersOf(actor: Person): AsyncGenerator<Row> {
  let after: Place = { at: "-infinity", id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const page = await asCaller(
      callerOf(actor),
      (sql) => readOrders(sql, actor.id, after),
      "read only",
    );
    for (const { at, id, ...order } of page) {
      yield { id, ...order };
      after = { at, id };
    }
    if (page.length < ordersAtOnce) return;
  }
}

/** The last row of a page. The moment is PostgreSQL's text: a Date would lose the microseconds. */
interface Place {
  readonly at: string;
  readonly id: string;
}

function readOrders(sql: Sql, customerId: string, after: Place): Promise<(Row & Place)[]> {
  return sql<(Row & Place)[]>`
    select o.created_at::text as at, o.id, o.number, (
        select p.number from orders p where p.id = o.supplement_of
      ) as supplement_of, o.source, o.status, o.payment_status, o.fulfilment_status, o.language, o.email, o.recipient,
      o.phone, o.address, o.note, o.gift_message, o.gift_from, o.subtotal, o.discount, o.shipping, o.tax_included, o.total, o.paid_total,
      o.refunded_total, o.courier, o.service, o.terms_version as accepted_terms, o.created_at, o.placed_at,
      o.closed_at,
      (
        select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'options', l.options,
          'quantity', l.quantity, 'unit_price', l.unit_price, 'setup_fee', l.setup_fee, 'discount', l.discount, 'total', l.total)
          order by l.position)
        from order_lines l where l.order_id = o.id
      ) as lines,
      (
        select coalesce(json_agg(json_build_object('code', coalesce(nullif(r.code, ''), r.name), 'discount', r.discount)), '[]')
        from order_promos r where r.order_id = o.id
      ) as promos,
      (
        select coalesce(json_agg(json_build_object('provider', p.provider, 'method', p.method,
          'status', p.status, 'amount', p.amount, 'created_at', p.created_at) order by p.created_at), '[]')
        from payments p where p.order_id = o.id
      ) as payments,
      (
        select coalesce(json_agg(json_build_object('courier', h.courier, 'service', h.service,
          'status', h.status, 'tracking_number', h.tracking_number, 'shipped_at', h.shipped_at,
          'delivered_at', h.delivered_at) order by h.created_at), '[]')
        from shipments h where h.order_id = o.id
      ) as shipments,
      (
        select coalesce(json_agg(json_build_object('amount', r.amount, 'status', r.status, 'channel', r.channel,
          'requested_at', r.created_at, 'finished_at', r.finished_at, 'account', (
            select json_build_object('bank', a.bank, 'account_number', a.account_number, 'holder', a.holder)
            from refund_accounts a where a.refund_id = r.id)) order by r.created_at), '[]')
        from refunds r where r.order_id = o.id
      ) as refunds,
      (
        select coalesce(json_agg(json_build_object('number', x.number, 'kind', x.kind, 'status', x.status,
          'reason', x.reason, 'note', x.note, 'answer', x.answer, 'requested_at', x.created_at)
          order by x.created_at), '[]')
        from returns x where x.order_id = o.id
      ) as returns,
      (
        select coalesce(json_agg(json_build_object('what', e.kind, 'at', e.at) order by e.id), '[]')
        from order_events e where e.order_id = o.id and not e.internal
      ) as history
    from orders o
    where o.customer_id = ${customerId} and (o.created_at, o.id) > (${after.at}::text::timestamptz, ${after.id}::uuid)
    order by o.created_at, o.id limit ${ordersAtOnce}`;
}
