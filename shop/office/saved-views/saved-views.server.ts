import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { checkFilter, readFilter } from "#shop/staff/filters/field.ts";
import { type Filter, printFilter } from "#shop/staff/filters/filter.ts";
import { type ViewedListName, viewedLists } from "./lists.ts";

/** A filter and an order of a list, under a name. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly isShared: boolean;
  /** As text, also of a broken view. */
  readonly filter: string;
  /** Empty: the order that the list begins with. */
  readonly sort: string;
  /** The list does not understand the filter or the order any more. */
  readonly isBroken: boolean;
  /** Whether the actor may rename, change and delete it. */
  readonly mayChange: boolean;
}

/** Letters of a name. */
export const maxViewName = 60;
/** The shared views of a list, and those of a person. */
export const maxViews = 50;

export type SavedViewProblem =
  | "not_permitted"
  | "view_not_found"
  | "view_name_taken"
  | "view_name_invalid"
  | "too_many_saved_views"
  | "filter_invalid";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly owner_id: string | null;
  readonly filter: Filter | null;
  readonly sort: string;
}

/** The shared views of a list and the actor's own, each checked against the fields that the list has now. */
export async function listSavedViews(actor: Person, list: ViewedListName): Promise<SavedView[]> {
  const { permission, fields, sorts } = viewedLists[list];
  if (!may(actor, permission)) return [];
  const rows = await asShop()<Row[]>`
    select id, name, owner_id, filter, sort from private.saved_views
    where list = ${list} and (owner_id is null or owner_id = ${actor.id})
    order by owner_id nulls first, position, name, id limit ${maxViews * 2}`;
  return rows.map(({ id, name, owner_id, filter, sort }) => {
    const text = printStored(filter);
    const isKnown = sort === "" || (sorts as readonly string[]).includes(sort);
    return {
      id,
      name,
      isShared: owner_id === null,
      filter: text ?? "",
      sort,
      isBroken: text === undefined || !isKnown || !checkFilter(fields, filter).ok,
      mayChange: owner_id !== null || may(actor, "views.share"),
    };
  });
}

/** @returns undefined for a value that is no filter, which a later version may have stored */
function printStored(filter: Filter | null): string | undefined {
  try {
    return printFilter(filter);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

export interface SavedViewInput {
  /** Chosen by the form, so that sending it twice makes one view. */
  readonly id: string;
  readonly list: ViewedListName;
  readonly name: string;
  readonly filter: string;
  readonly sort: string;
}

function checkInput(input: Omit<SavedViewInput, "id">): Result<Filter | null, SavedViewProblem> {
  const { fields, sorts } = viewedLists[input.list];
  const filter = readFilter(fields, input.filter);
  if (!filter.ok) return fail("filter_invalid");
  if (input.sort !== "" && !(sorts as readonly string[]).includes(input.sort)) {
    return fail("filter_invalid");
  }
  const { length } = [...input.name.trim()];
  return length === 0 || length > maxViewName ? fail("view_name_invalid") : ok(filter.value);
}

/** Saves a view for the actor, or for all staff, which needs `views.share`. */
export function addSavedView(
  actor: Person,
  input: SavedViewInput,
  isShared: boolean,
): Promise<Result<{ id: string }, SavedViewProblem>> {
  const filter = checkInput(input);
  if (!filter.ok) return Promise.resolve(filter);
  if (!isUuid(input.id)) return Promise.resolve(fail("view_not_found"));
  return guarded(() =>
    asStaff<{ id: string }, SavedViewProblem>(
      actor,
      isShared ? "views.share" : viewedLists[input.list].permission,
      async (sql) => {
        const { id, list, name, sort } = input;
        await sql`
          insert into private.saved_views (id, owner_id, list, name, filter, sort)
          values (${id}, ${isShared ? null : actor.id}, ${list}, ${name.trim()}, ${jsonOf(sql, filter.value)}, ${sort})
          on conflict (id) do nothing`;
        return ok({ id });
      },
    ),
  );
}

const jsonOf = (sql: Sql, filter: Filter | null) => (filter === null ? null : sql.json(filter));

/** Gives a view another name, filter and order. */
export function changeSavedView(
  actor: Person,
  input: SavedViewInput,
): Promise<Result<{ id: string }, SavedViewProblem>> {
  const filter = checkInput(input);
  if (!filter.ok) return Promise.resolve(filter);
  return withOwn(actor, input, async (sql) => {
    await sql`
      update private.saved_views
      set name = ${input.name.trim()}, filter = ${jsonOf(sql, filter.value)}, sort = ${input.sort}
      where id = ${input.id}`;
  });
}

export function deleteSavedView(
  actor: Person,
  view: Pick<SavedViewInput, "id" | "list">,
): Promise<Result<{ id: string }, SavedViewProblem>> {
  return withOwn(actor, view, async (sql) => {
    await sql`delete from private.saved_views where id = ${view.id}`;
  });
}

/** Somebody else's view does not exist; a shared one needs `views.share`. */
function withOwn(
  actor: Person,
  { id, list }: Pick<SavedViewInput, "id" | "list">,
  work: (sql: Sql) => Promise<void>,
): Promise<Result<{ id: string }, SavedViewProblem>> {
  if (!isUuid(id)) return Promise.resolve(fail("view_not_found"));
  return guarded(() =>
    asStaff<{ id: string }, SavedViewProblem>(actor, viewedLists[list].permission, async (sql) => {
      const [view] = await sql<{ is_shared: boolean; may_share: boolean }[]>`
          select owner_id is null as is_shared, private.may(${actor.id}, 'views.share') as may_share
          from private.saved_views
          where id = ${id} and list = ${list} and (owner_id is null or owner_id = ${actor.id}) for update`;
      if (!view) return fail("view_not_found");
      if (view.is_shared && !view.may_share) return fail("not_permitted");
      await work(sql);
      return ok({ id });
    }),
  );
}

async function guarded<T>(
  work: () => Promise<Result<T, SavedViewProblem>>,
): Promise<Result<T, SavedViewProblem>> {
  try {
    return await work();
  } catch (error) {
    switch (violatedConstraint(error)) {
      case "saved_view_name_taken":
        return fail("view_name_taken");
      case "saved_view_name_invalid":
        return fail("view_name_invalid");
      case "too_many_saved_views":
        return fail("too_many_saved_views");
      default:
        throw error;
    }
  }
}
