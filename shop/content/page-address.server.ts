import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { type DocumentName, documentId, fixedPages, isFixedPage } from "./document.ts";

export type PageAddressProblem =
  | "not_permitted"
  | "document_not_found"
  | "slug_invalid"
  /** A built-in page has this name. */
  | "slug_reserved"
  | "slug_taken";

/** First segments of built-in addresses. Own pages are below `/Pages`, so this only prevents confusing names. */
const reserved: readonly string[] = [
  ...fixedPages,
  ...["admin", "api", "auth", "cart", "checkout", "contact", "dashboard", "design", "en", "item"],
  ...["order", "pages", "privacypolicy", "shop", "shippingandreturns", "subscribe", "success"],
  ...["termsandconditions", "theme", "unsubscribe"],
];

/** @param id a UUID chosen by the form, so that sending it twice creates one page */
export async function createPage(
  actor: Person,
  id: string,
  slug: string,
): Promise<Result<{ key: string }, PageAddressProblem>> {
  const problem = slugProblem(slug);
  if (problem) return fail(problem);
  if (!isUuid(id)) return fail("document_not_found");
  const key = `p-${id.toLowerCase()}`;
  return refusingTaken(() =>
    asStaff<{ key: string }, PageAddressProblem>(actor, "content.edit", async (sql) => {
      const [made] = await sql`
        insert into site_documents (kind, key) values ('page', ${key}) on conflict do nothing returning id`;
      if (made) {
        await sql`insert into site_slugs (slug, document_id) values (${slug}, ${`page:${key}`})`;
      }
      return ok({ key });
    }),
  );
}

/** Changes the address of an own page. The former one redirects; the page may return to a former one. */
export async function movePage(
  actor: Person,
  name: DocumentName,
  slug: string,
): Promise<Result<{ slug: string }, PageAddressProblem>> {
  const problem = slugProblem(slug);
  if (problem) return fail(problem);
  if (name.kind !== "page" || isFixedPage(name.key)) return fail("document_not_found");
  return refusingTaken(() =>
    asStaff<{ slug: string }, PageAddressProblem>(actor, "content.publish", async (sql) => {
      const [document] = await sql`
        select from site_documents where id = ${documentId(name)} for update`;
      if (!document) return fail("document_not_found");
      await setSlug(sql, documentId(name), slug);
      return ok({ slug });
    }),
  );
}

async function setSlug(sql: Sql, document: string, slug: string): Promise<void> {
  await sql`
    update site_slugs set is_current = false where document_id = ${document} and is_current and slug <> ${slug}`;
  const returned = await sql`
    update site_slugs set is_current = true where document_id = ${document} and slug = ${slug} returning slug`;
  if (returned.length > 0) return;
  await sql`insert into site_slugs (slug, document_id) values (${slug}, ${document})`;
}

function slugProblem(slug: string): "slug_invalid" | "slug_reserved" | undefined {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 80) return "slug_invalid";
  return reserved.includes(slug) ? "slug_reserved" : undefined;
}

async function refusingTaken<T>(
  work: () => Promise<Result<T, PageAddressProblem>>,
): Promise<Result<T, PageAddressProblem>> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) === "site_slugs_pkey") return fail("slug_taken");
    throw error;
  }
}
