import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { createPage } from "#shop/content/page-address.server.ts";
import { publishSiteDraft } from "#shop/content/publish-site.server.ts";
import { saveSiteDraft } from "#shop/content/site-drafts.server.ts";
import { findBrokenLinks } from "#shop/mailing/campaigns/write/check-links.server.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** Addresses without parameters for customers, as in the route table. */
const paths = pathsIn(
  (routes as RouteConfigEntry[]).filter(({ id }) => /:(default|signed-in)$/.test(id ?? "")),
).filter((path) => !/[:*]/.test(path));

function pathsIn(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ children, path = "" }) =>
    children ? pathsIn(children) : [`/${path}`.replace("//", "/")],
  );
}

/** Pages that something else leads to: a press, a payment, a link by mail. */
const notForMails =
  /^(\/en)?\/(success|unauthorised|changeforgotpassword|dashboard\/cart|dashboard\/security\/data|admin\/site\/preview)$/i;

describe("links of a campaign", { timeout: 60_000 }, () => {
  const { program } = useProgram();

  test("the checks know every page that a mail may lead to, and no other", async () => {
    const { url } = program();
    const wanted = paths.filter((path) => !notForMails.test(path));
    expect(wanted.length).toBeGreaterThan(35);
    const more = [
      "/item/mug-ngopi-dulu",
      "/item/kaos-nama-tim/Roster",
      "/item/tidak-ada",
      "/Tidak",
    ];
    const admin = demoPerson("admin@etalase.test");
    const name = await createPage(admin, crypto.randomUUID(), "cara-merawat");
    if (!name.ok) throw new Error(name.problem);
    const text = { id: "Cuci dingin.", en: "" };
    const body = { title: text, description: { id: "", en: "" }, text, in_sitemap: true };
    await saveSiteDraft(admin, { kind: "page", key: name.value.key }, 0, body);
    await publishSiteDraft(admin, { kind: "page", key: name.value.key }, 1, "");
    const [sold] = await asSeed()<{ sku: string }[]>`
      select v.sku from product_variants v join products p on p.id = v.product_id
      where p.status = 'published' and not p.print_required and v.stock_band <> 'out' order by v.sku limit 1`;
    more.push("/Pages/cara-merawat", "/Pages/tidak-ada", `/Buy?items=${sold?.sku ?? ""}`);
    const button = (path: string) => ({ kind: "button", text: "Lihat", url: path }) as const;
    const broken = await findBrokenLinks(
      asSeed(),
      { blocks: [...wanted, ...more].map(button) },
      url,
    );
    const answers = await Promise.all(
      [...wanted, ...more].map(async (path) => {
        const answer = await fetch(url + path, { redirect: "manual" });
        await answer.body?.cancel();
        return [path, answer.status] as const;
      }),
    );
    expect(broken.map((link) => link.url).toSorted()).toEqual(
      answers.flatMap(([path, status]) => (status < 400 ? [] : [path])).toSorted(),
    );
  });
});
