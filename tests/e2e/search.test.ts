import { describe, expect, test } from "vitest";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe("the search box", { timeout: 60_000 }, () => {
  const { program } = useProgram();

  /** Slugs of the products in a page's list, in the list's order. */
  async function slugsOf(address: string): Promise<string[]> {
    const answer = await fetch(`${program().url}${address}`);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    return [
      ...new Set(
        [...main.matchAll(/href="(?:\/en)?\/item\/([a-z0-9-]+)"/g)].map(([, slug = ""]) => slug),
      ),
    ];
  }

  test.each([
    ["/Shop?q=monsterra", "mug-daun-monstera"],
    ["/Shop?q=tumblr+pakis", "tumbler-daun-pakis"],
    ["/en/Shop?q=yogjakarta", "yogyakarta"],
  ])("a spelling mistake in %s finds the right product", async (address, slug) => {
    expect((await slugsOf(address))[0]).toContain(slug);
  });

  test("a word without results offers four products instead", async () => {
    expect(await slugsOf("/Shop?q=zzzzqqq")).toHaveLength(4);
  });

  test("the suggestions of a misspelled word name the right product", async () => {
    const answer = await fetch(`${program().url}/api/suggestions?q=monsterra`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("mug-daun-monstera");
  });
});
