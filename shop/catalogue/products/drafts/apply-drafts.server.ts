import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import { log } from "#base/log.server.ts";
import {
  inSavepoint,
  inTransaction,
  passingStates,
  type Sql,
  sqlState,
} from "#db/client.server.ts";
import { isUnavailable } from "#db/unavailable.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import type { ProductSave } from "#shop/catalogue/products/product-input.ts";
import { refusalOf, writeProduct } from "#shop/catalogue/products/save-product.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import { composeDraftMail } from "./compose-draft-mail.ts";
import { deleteDraft } from "./delete-draft.server.ts";

interface DueDraft {
  readonly product_id: string;
  readonly author_id: string;
  readonly revision: number;
  readonly save: ProductSave;
  readonly may_edit: boolean;
  readonly may_price: boolean;
}

/**
 * The job: applies the drafts whose time has come, each in the name of its author and with the rights that the author has
 * now. One that cannot be applied stays as it was typed, and its author gets a mail.
 */
export async function applyDueDrafts(): Promise<void> {
  while (await inTransaction(applyNext));
}

/** @returns whether there was a draft to apply */
async function applyNext(sql: Sql): Promise<boolean> {
  // Another process may work on the same ones: the row's lock decides who applies it.
  const [draft] = await sql<DueDraft[]>`
    select product_id, author_id, revision, save, private.may(author_id, 'products.edit') as may_edit,
      private.may(author_id, 'prices.edit') as may_price
    from private.product_drafts where apply_at <= now() order by apply_at limit 1 for update skip locked`;
  if (!draft) return false;
  const { product_id, author_id } = draft;
  await sql`
    select set_config('shop.actor', ${`person:${author_id}`}, true),
      set_config('shop.request', ${`draft:${product_id}`}, true)`;
  const problem = draft.may_edit ? await apply(sql, draft) : "not_permitted";
  if (problem === undefined) {
    await deleteDraft(sql, product_id, author_id);
  } else {
    await sql`
      update private.product_drafts set apply_at = null, save = null, problem = ${problem}, revision = revision + 1
      where product_id = ${product_id} and author_id = ${author_id}`;
    await tellAuthor(sql, draft);
  }
  return true;
}

/** A refusal that undoes what was written of the product. */
class Refused extends Error {}

async function apply(sql: Sql, draft: DueDraft): Promise<string | undefined> {
  try {
    await inSavepoint(sql, async (inner) => {
      const saver = { actorId: draft.author_id, mayPrice: draft.may_price, mayCount: false };
      const saved = await writeProduct(inner, saver, draft.product_id, draft.save);
      if (!saved.ok) throw new Refused(saved.problem.code);
    });
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    const refusal = refusalOf(error);
    if (refusal) return refusal.code;
    if (isUnavailable(error) || passingStates.includes(sqlState(error) ?? "")) throw error;
    // One draft that cannot be applied must not keep the others waiting.
    log.error({ err: error, product: draft.product_id }, "scheduled changes of a product failed");
    return "internal";
  }
}

async function tellAuthor(sql: Sql, { product_id, author_id, revision }: DueDraft): Promise<void> {
  const [author] = await sql<{ email: string; language: Language; shop: string }[]>`
    select u.email, p.language, s.name as shop
    from auth.users u join profiles p on p.id = u.id, shop_settings s
    where u.id = ${author_id} and u.email is not null and u.deleted_at is null`;
  if (!author) return;
  const { email, language, shop } = author;
  const [product] = await sql<{ name: string }[]>`
    select ${textIn(sql, sql`name`, language)} as name from products where id = ${product_id}`;
  const address = config().publicUrl + localPath(language, `/admin/Products/${product_id}`);
  await queueMail(sql, {
    kind: "email",
    to: email,
    ...composeDraftMail(language, shop, product?.name ?? "", address),
    dedupeKey: `product-draft:${product_id}:${author_id}:${revision}`,
  });
}
