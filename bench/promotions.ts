import { accountId } from "#db/seed/accounts.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { listPromotions } from "#shop/promotions/editor/list-promotions.server.ts";
import { promotionFields, promotionSorts } from "#shop/promotions/editor/promotion-fields.ts";
import { promotionViews } from "#shop/promotions/editor/promotion-filter.ts";
import { exportCodes } from "#shop/promotions/export-codes.server.ts";
import { makeCodes } from "#shop/promotions/make-codes.server.ts";
import { readListState } from "#shop/staff/filters/list-state.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "../tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "../tests/support/runner/program.ts";

/*
 * The list of promotions, a batch of codes and its export. `node bench/promotions.ts [promotions=100000]
 * [codes=1000000]`; one JSON line. The list is measured in this process: what the server does for a page.
 */

const promotions = Number(process.argv[2] ?? 100_000);
const codes = Number(process.argv[3] ?? 1_000_000);
const rounds = 30;

const program = await startProgram({ env: { LOG_LEVEL: "error" } });
try {
  openConnections(await databaseAddress(program.dataDir), { max: 4 });
  const sql = asSeed();
  // Most have ended, as after years of campaigns; some of every other state.
  await sql`
    insert into promotions (name, class, type, value, enabled, starts_at, ends_at, usage_limit, used, created_at)
    select json_build_object('id', 'Promo ' || n || ' ' || (array['gajian', 'lebaran', 'akhir tahun'])[n % 3 + 1], 'en', ''),
      'order', 'percent', 10, n % 10 <> 0,
      case when n % 50 = 1 then now() + interval '30 days' end,
      case when n % 5 <> 1 then now() - make_interval(mins => n) end,
      case when n % 100 = 11 then 5 end, case when n % 100 = 11 then 5 else 0 end, now() - make_interval(mins => n)
    from generate_series(1, ${promotions}) n`;
  await sql`
    insert into promo_codes (code, promotion_id) select 'KODE' || row_number() over (), id from promotions`;
  await sql`update promotions set archived_at = now() where not enabled and priority = 0 and random() < 0.5`;
  await sql`analyze promotions, promo_codes`;
  const id = accountId("admin@etalase.test");
  const actor: Person = {
    kind: "person",
    id,
    role: "ADMIN",
    email: undefined,
    permissions: ["promos.read", "promos.bulk"],
    claims: {},
  };
  const deep = await sql<{ id: string }[]>`
    select id from promotions order by created_at offset ${Math.floor(promotions / 2)} limit 1`;
  const pages: Record<string, Record<string, string>> = {
    all: {},
    deep: { after: deep[0]?.id ?? "" },
    word: { q: "gajian" },
    code: { q: "KODE4711" },
    ...Object.fromEntries(promotionViews.map((view) => [view, { filter: `state.any:${view}` }])),
  };
  const list_p95_ms: Record<string, number> = {};
  for (const [name, params] of Object.entries(pages)) {
    const state = readListState(new URLSearchParams(params), promotionFields, promotionSorts);
    if (!state.ok) throw new Error(JSON.stringify(state.problem));
    const took: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      await listPromotions(actor, state.value);
      took.push(performance.now() - begun);
    }
    took.sort((a, b) => a - b);
    list_p95_ms[name] = Math.round(took[Math.ceil(rounds * 0.95) - 1] ?? Number.NaN);
  }

  const [promotion] = await sql<
    { id: string }[]
  >`select id from promotions where not automatic limit 1`;
  const promotionId = promotion?.id ?? "";
  const [batch] = await sql<{ id: string }[]>`
    insert into promo_batches (promotion_id, count) values (${promotionId}, ${codes}) returning id`;
  const batchId = batch?.id ?? "";
  const begun = performance.now();
  for (let made = 0; made < codes; made += 10_000) await makeCodes(batchId);
  const make_seconds = Math.round((performance.now() - begun) / 1000);

  global.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  let rows = 0;
  const stream = await exportCodes(actor, promotionId, batchId);
  const from = performance.now();
  for await (const page of stream ?? []) {
    for (const byte of page) if (byte === 10) rows++;
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  console.log(
    JSON.stringify({
      promotions,
      list_p95_ms,
      codes,
      make_seconds,
      export_seconds: Math.round((performance.now() - from) / 1000),
      export_rows: rows - 1,
      export_memory_mib: Math.round((peak - before) / 2 ** 20),
    }),
  );
} finally {
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
}
