import { fail, ok, type Result } from "#base/result.ts";
import { asShop, violatedConstraint } from "#db/client.server.ts";
import { searchVariants } from "#shop/catalogue/stock/list/find-variants.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { newestFirst, type Position, readKeyset } from "#shop/staff/filters/read-list.server.ts";
import type { NewStocktake, Stocktake } from "./stocktake.ts";

const stocktakesPerPage = 50;

type ListedStocktake = Omit<Stocktake, "category" | "version">;

export interface StocktakePage extends Position {
  readonly stocktakes: readonly ListedStocktake[];
}

/** A page of the stocktakes, the newest first. */
export async function listStocktakes(actor: Person, position: Position): Promise<StocktakePage> {
  if (!may(actor, "stock.read")) return { stocktakes: [], after: null, before: null };
  const sql = asShop();
  const page = await readKeyset(
    sql,
    "stocktakes",
    sql`true`,
    newestFirst,
    position,
    stocktakesPerPage,
  );
  const rows = await sql<
    (Omit<ListedStocktake, "created_at" | "closed_at"> & {
      created_at: Date;
      closed_at: Date | null;
    })[]
  >`
    select s.id, s.name, s.state, s.scope, s.query, s.is_blind, s.recount_over, s.created_at, s.closed_at,
      coalesce(a.full_name, '') as created_by, coalesce(b.full_name, '') as closed_by,
      (select count(*)::int from stocktake_lines l where l.stocktake_id = s.id) as lines
    from unnest(${[...page.ids]}::uuid[]) with ordinality wanted (id, place) join stocktakes s using (id)
    left join profiles a on a.id = s.created_by left join profiles b on b.id = s.closed_by
    order by wanted.place`;
  const stocktakes = rows.map(({ created_at, closed_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  }));
  return { stocktakes, after: page.after, before: page.before };
}

export type CreateStocktakeProblem = "not_permitted" | "category_not_found";

/** Makes a draft. Saving the same id again changes nothing. */
export async function createStocktake(
  actor: Person,
  input: NewStocktake,
): Promise<Result<null, CreateStocktakeProblem>> {
  try {
    return await asStaff<null, CreateStocktakeProblem>(actor, "stock.adjust", async (sql) => {
      const row = {
        ...input,
        category_id: input.scope === "category" ? input.category_id : null,
        query: input.scope === "search" ? input.query : "",
        created_by: actor.id,
      };
      await sql`insert into stocktakes ${sql(row)} on conflict (id) do nothing`;
      return ok(null);
    });
  } catch (error) {
    if (violatedConstraint(error) === "stocktakes_category_id_fkey") {
      return fail("category_not_found");
    }
    throw error;
  }
}

export type MoveStocktakeProblem =
  | "not_permitted"
  | "not_found"
  | "stocktake_state"
  | "stocktake_empty"
  | "search_too_wide";

/**
 * Begins the counting of a draft: the variants of its scope become its lines.
 * @returns `stocktake_empty` when the scope has no variant; `search_too_wide` when a search has more than it shows
 */
export function startStocktake(
  actor: Person,
  id: string,
): Promise<Result<null, MoveStocktakeProblem>> {
  return asStaff<null, MoveStocktakeProblem>(actor, "stock.adjust", async (sql) => {
    const [found] = await sql<
      Pick<NewStocktake, "scope" | "category_id" | "query">[] & { state: string }[]
    >`select state, scope, category_id, query from stocktakes where id = ${id} for update`;
    if (!found) return fail("not_found");
    if (found.state !== "draft") return fail("stocktake_state");
    const search = await searchVariants(sql, found.scope === "search" ? found.query : "");
    if (search.isCut) return fail("search_too_wide");
    const inCategory =
      found.scope === "category"
        ? sql`and v.product_id in (
            select k.product_id from product_categories k join categories c on c.id = k.category_id
            where c.path @> array[${found.category_id}::uuid])`
        : sql``;
    const [made] = await sql<{ n: number }[]>`
      with made as (
        insert into stocktake_lines (stocktake_id, variant_id)
        select ${id}, v.id from product_variants v join products p on p.id = v.product_id
        where not v.archived and p.status <> 'archived' and ${search.where} ${inCategory}
        returning 1)
      select count(*)::int as n from made`;
    if (!made || made.n === 0) return fail("stocktake_empty");
    await sql`update stocktakes set state = 'counting' where id = ${id}`;
    return ok(null);
  });
}

/** Ends the counting, opens it again, or drops a stocktake. A repeated call changes nothing. */
export function moveStocktake(
  actor: Person,
  id: string,
  to: "counting" | "review" | "dropped",
): Promise<Result<null, MoveStocktakeProblem>> {
  return asStaff<null, MoveStocktakeProblem>(actor, "stock.adjust", async (sql) => {
    const [found] = await sql<{ state: string }[]>`
      select state from stocktakes where id = ${id} for update`;
    if (!found) return fail("not_found");
    if (found.state === to) return ok(null);
    const from = {
      counting: ["review"],
      review: ["counting"],
      dropped: ["draft", "counting", "review"],
    };
    if (!from[to].includes(found.state)) return fail("stocktake_state");
    const isClosed = to === "dropped";
    await sql`
      update stocktakes set state = ${to}, closed_at = case when ${isClosed} then now() end,
        closed_by = case when ${isClosed} then ${actor.id}::uuid end
      where id = ${id}`;
    return ok(null);
  });
}
