import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect } from "vitest";
import routes from "#app/routes.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** Addresses of the public pages, with their parameters as in the route table. */
const publicPaths = (routes as RouteConfigEntry[])
  .filter(({ id }) => /:default$/.test(id ?? ""))
  .flatMap(({ children = [] }) =>
    children
      .filter((child) => !child.children)
      .map(({ path = "/" }) => `/${path}`.replace("//", "/")),
  );

/** Browsers share a page's canonical address instead of its own: a page whose address is a secret must have none. */
const secret = /:token$/;

describe("canonical links", { timeout: 60_000 }, () => {
  const { program } = useProgram();

  longProof(
    "every public page of the route table has one, lowercase and with the listed parameters only",
    async () => {
      const [terms] = await asSeed()<
        { version: string }[]
      >`select terms_version as version from shop_settings`;
      await asSeed()`
      insert into collections (id, slug, name, kind, published)
      values (${crypto.randomUUID()}, 'mug-ngopi-dulu', '{"id": "Semua", "en": "All"}', 'rule', true)`;
      const found: Record<string, unknown> = {};
      const expected: Record<string, unknown> = {};
      for (const route of publicPaths.filter((path) => !path.endsWith("*"))) {
        const path = route
          // Goods of which everybody in a team gets one.
          .replace(":id/Roster", "kaos-nama-tim/Roster")
          .replace(/:id|:slug/, "mug-ngopi-dulu")
          .replace(":version", terms?.version ?? "")
          .replace(":token", "tidak-ada");
        const query = "k=1.2.3&utm_source=Surat&page=2&category=Mug&next=%2FCheckout";
        const answer = await fetch(`${program().url}${path}?${query}`, { redirect: "manual" });
        const [, canonical] =
          /<link rel="canonical" href="([^"]+)"/.exec(await answer.text()) ?? [];
        found[route] = [answer.status, canonical?.replaceAll("&amp;", "&")];
        // The version in force is the page without a version.
        const own = path.toLowerCase().replace(/\/2\d{3}-[^/]+$/, "");
        const address = `${program().url}${own}?category=mug&page=2`;
        if (secret.test(route)) expected[route] = [404, undefined];
        else expected[route] = [/unauthorised$/i.test(path) ? 403 : 200, address];
      }
      expect(Object.keys(found).length).toBeGreaterThan(35);
      expect(found).toEqual(expected);
    },
  );
});
