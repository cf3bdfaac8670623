import { beforeAll, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import type { CollectionInput } from "#shop/catalogue/collections/collection.ts";
import {
  deleteCollection,
  saveCollection,
} from "#shop/catalogue/collections/save-collection.server.ts";
import type { SaleInput } from "#shop/catalogue/sales/sale.ts";
import { saveSale, scheduleSale, stopSale } from "#shop/catalogue/sales/save-sale.server.ts";
import { changeStock } from "#shop/catalogue/stock/change-stock.server.ts";
import { saveCosts } from "#shop/catalogue/stock/costs.server.ts";
import { receivePastedDelivery } from "#shop/catalogue/stock/receive-pasted.server.ts";
import { repairStock } from "#shop/catalogue/stock/repair-stock.server.ts";
import {
  applyStocktake,
  decideLines,
} from "#shop/catalogue/stock/stocktakes/apply-stocktake.server.ts";
import { countLine } from "#shop/catalogue/stock/stocktakes/count-line.server.ts";
import { countPasted } from "#shop/catalogue/stock/stocktakes/count-pasted.server.ts";
import {
  createStocktake,
  moveStocktake,
  startStocktake,
} from "#shop/catalogue/stock/stocktakes/create-stocktake.server.ts";
import type { NewStocktake } from "#shop/catalogue/stock/stocktakes/stocktake.ts";
import type { Person } from "#shop/kernel/access.ts";
import { setStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Act, about, actingAdmin, expectEntries, expectEveryUseCase } from "./acts.ts";

const database = testDatabase({ demo: true });
let admin: Person;
let variant: { id: string; product_id: string; sku: string };
let otherProductId: string;
beforeAll(async () => {
  admin = await actingAdmin();
  const found = await asSeed()<(typeof variant)[]>`
    select distinct on (p.id) v.id, p.id as product_id, v.sku
    from product_variants v join products p on p.id = v.product_id
    where not v.archived and p.status = 'published' and v.was_price is null order by p.id, v.position limit 2`;
  [variant, { product_id: otherProductId }] = found as unknown as [typeof variant, typeof variant];
  await setStock(variant.id, 15);
  // A figure that its ledger does not prove; only the owner of the tables may.
  const owner = openPostgres(database.url(), { max: 1 });
  await owner`update public.stock_items set on_hand = on_hand + 3 where variant_id = ${variant.id}`;
  await owner.end();
});

const received = { kind: "receive", key: crypto.randomUUID(), quantity: 4, note: "" } as const;

const saleId = crypto.randomUUID();
const runningId = crypto.randomUUID();
/** As the form sends it: wall-clock time of the shop in Jakarta, in minutes from now. */
const inMinutes = (minutes: number) =>
  new Date(Date.now() + (7 * 60 + minutes) * 60_000).toISOString().slice(0, 16);
function sale(part: Partial<SaleInput>): SaleInput {
  return {
    id: saleId,
    version: 0,
    name: "Obral uji",
    kind: "percent",
    value: 20,
    product_ids: [variant.product_id],
    category_ids: [],
    starts_at: "2040-01-01T09:00",
    ends_at: "2040-01-02T09:00",
    ...part,
  };
}

async function versionOf(id: string): Promise<number> {
  const [row] = await asSeed()<{ version: number }[]>`select version from sales where id = ${id}`;
  return row?.version ?? 0;
}

const collectionId = crypto.randomUUID();
const both = (text = "") => ({ id: text, en: text });
function collection(part: Partial<CollectionInput>): CollectionInput {
  return {
    id: collectionId,
    version: 0,
    name: both("Uji"),
    description: both(),
    slug: "uji-catat",
    kind: "manual",
    rule: {},
    product_ids: [variant.product_id],
    sort: "manual",
    published: true,
    published_from: null,
    published_to: null,
    seo: { title: both(), description: both() },
    ...part,
  };
}

const stocktakeId = crypto.randomUUID();
const newStocktake: NewStocktake = {
  id: stocktakeId,
  name: "Opname uji",
  scope: "all",
  category_id: null,
  query: "",
  is_blind: true,
  recount_over: null,
};
const count = { how: "figure", key: crypto.randomUUID(), pieces: 30 } as const;

const saleFacts = "created_by ends_at id kind name product_ids starts_at state value";
const collectionFacts = "id kind name published seo slug sort";
const placed = "collection_id position product_id";
const costFacts = "product_id variant_id";
const ofSale = about("sale", saleId);
const ofRunning = about("sale", runningId);
const ofProduct = about("product", () => variant.product_id);
const ofCollection = about("collection", collectionId);
const ofStocktake = about("stocktake", stocktakeId);

/** In order: later ones need earlier ones. */
const acts: readonly Act[] = [
  {
    name: "what a variant costs",
    useCase: "saveCosts",
    run: () => saveCosts(admin, variant.product_id, { [variant.id]: 40_000 }),
    entries: [ofProduct("variant_costs.created", costFacts)],
    again: true,
  },
  {
    name: "received pieces, which the ledger has with the person's name",
    useCase: "changeStock",
    run: () => changeStock(admin, variant.id, received),
    entries: [],
    again: true,
  },
  {
    name: "received pieces with what each cost",
    useCase: "changeStock",
    run: () => changeStock(admin, variant.id, { ...received, key: count.key, unit_cost: 50_000 }),
    entries: [ofProduct("variant_costs.created", costFacts)],
    again: true,
  },
  {
    name: "a pasted delivery, which the ledger has with the person's name",
    useCase: "receivePastedDelivery",
    run: () =>
      receivePastedDelivery(admin, {
        key: received.key,
        text: `${variant.sku}\t5`,
        note: "",
        skips: false,
      }),
    entries: [],
    again: true,
  },
  {
    name: "the limit of low stock",
    useCase: "changeStock",
    run: () => changeStock(admin, variant.id, { kind: "low", low_at: 7 }),
    entries: [ofProduct("products.changed", "low_stock_at")],
    again: true,
  },
  {
    name: "pieces that are never sold",
    useCase: "changeStock",
    run: () => changeStock(admin, variant.id, { kind: "limits", safety: 2 }),
    entries: [ofProduct("product.reserve_changed", "safety")],
    again: true,
  },
  {
    name: "a figure that is set to its ledger",
    useCase: "repairStock",
    run: () => repairStock(admin, [variant.id]),
    entries: [ofProduct("stock.repaired", "on_hand")],
    again: true,
  },
  {
    name: "a new sale",
    useCase: "saveSale",
    run: () => saveSale(admin, sale({})),
    entries: [ofSale("sales.created", saleFacts)],
    again: true,
  },
  {
    name: "a sale with another value",
    useCase: "saveSale",
    run: async () => saveSale(admin, sale({ version: await versionOf(saleId), value: 25 })),
    entries: [ofSale("sales.changed", "value")],
    again: true,
  },
  {
    name: "a sale that waits for its time",
    useCase: "scheduleSale",
    run: () => scheduleSale(admin, saleId),
    entries: [ofSale("sales.changed", "state")],
  },
  {
    name: "a sale that is taken back",
    useCase: "stopSale",
    run: () => stopSale(admin, saleId, "withdraw"),
    entries: [ofSale("sales.changed", "state")],
  },
  {
    name: "another sale",
    useCase: "saveSale",
    run: () =>
      saveSale(admin, sale({ id: runningId, starts_at: inMinutes(-1), ends_at: inMinutes(60) })),
    entries: [ofRunning("sales.created", saleFacts)],
  },
  {
    name: "a sale that begins at once",
    useCase: "scheduleSale",
    run: () => scheduleSale(admin, runningId),
    entries: [ofRunning("sales.changed", "state")],
  },
  {
    name: "a running sale that ends",
    useCase: "stopSale",
    run: () => stopSale(admin, runningId, "end"),
    entries: [ofRunning("sales.changed", "state")],
  },
  {
    name: "a new collection",
    useCase: "saveCollection",
    run: () => saveCollection(admin, collection({})),
    entries: [
      ofCollection("collections.created", collectionFacts),
      ofCollection("collection_products.created", placed),
    ],
    again: true,
  },
  {
    name: "a collection with another name and another product",
    useCase: "saveCollection",
    run: () =>
      saveCollection(
        admin,
        collection({ version: 1, name: both("Lain"), product_ids: [otherProductId] }),
      ),
    entries: [
      ofCollection("collections.changed", "name"),
      ofCollection("collection_products.deleted", placed),
      ofCollection("collection_products.created", placed),
    ],
  },
  {
    name: "a collection that goes",
    useCase: "deleteCollection",
    run: () => deleteCollection(admin, collectionId),
    entries: [
      ofCollection("collections.deleted", collectionFacts),
      ofCollection("collection_products.deleted", placed),
    ],
  },
  {
    name: "a new stocktake",
    useCase: "createStocktake",
    run: () => createStocktake(admin, newStocktake),
    entries: [ofStocktake("stocktakes.created", "created_by id is_blind name scope state")],
    again: true,
  },
  {
    name: "a stocktake whose counting begins",
    useCase: "startStocktake",
    run: () => startStocktake(admin, stocktakeId),
    entries: [ofStocktake("stocktakes.changed", "state")],
  },
  {
    name: "a count, which the stocktake has with the person's name",
    useCase: "countLine",
    run: () => countLine(admin, stocktakeId, { ...count, variant_id: variant.id }),
    entries: [],
    again: true,
  },
  {
    name: "pasted counts, which the stocktake has with the person's name",
    useCase: "countPasted",
    run: () =>
      countPasted(admin, stocktakeId, {
        key: count.key,
        text: `${variant.sku}\t${count.pieces}`,
        skips: false,
      }),
    entries: [],
    again: true,
  },
  {
    name: "a stocktake for review",
    useCase: "moveStocktake",
    run: () => moveStocktake(admin, stocktakeId, "review"),
    entries: [ofStocktake("stocktakes.changed", "state")],
    again: true,
  },
  {
    name: "a line that is left out",
    useCase: "decideLines",
    run: () => decideLines(admin, stocktakeId, "leave-out", [variant.id]),
    entries: [ofStocktake("stocktake.left_out", "")],
    again: true,
  },
  {
    name: "a line that is taken in",
    useCase: "decideLines",
    run: () => decideLines(admin, stocktakeId, "take-in", [variant.id]),
    entries: [ofStocktake("stocktake.taken_in", "")],
    again: true,
  },
  {
    name: "a line that is counted again, which opens the counting",
    useCase: "decideLines",
    run: () => decideLines(admin, stocktakeId, "recount", [variant.id]),
    entries: [ofStocktake("stocktakes.changed", "state")],
  },
  {
    name: "the second count",
    useCase: "countLine",
    run: () =>
      countLine(admin, stocktakeId, { ...count, key: stocktakeId, variant_id: variant.id }),
    entries: [],
  },
  {
    name: "the second review",
    useCase: "moveStocktake",
    run: () => moveStocktake(admin, stocktakeId, "review"),
    entries: [ofStocktake("stocktakes.changed", "state")],
  },
  {
    name: "differences that are booked",
    useCase: "applyStocktake",
    run: () => applyStocktake(admin, stocktakeId),
    entries: [ofStocktake("stocktakes.changed", "closed_at closed_by state")],
  },
];

test("each act on stock, sales, collections and stocktakes leaves exactly its entries", () =>
  expectEntries(admin, acts));

test("every use case that writes stock, sales, collections or stocktakes is one of these acts", () =>
  expectEveryUseCase(/^catalogue\/(stock|sales|collections)\//, acts));
