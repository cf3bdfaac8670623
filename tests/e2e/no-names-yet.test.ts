import { describe, expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** Texts that promise a name or a picture on products. */
const promise =
  /diberi nama|beri nama|nama Anda|gambar Anda|your (own )?name|your picture|initials/i;

describe("goods that could have a name printed", () => {
  const { program } = useProgram();

  test("no page offers printing a name while no design can be ordered", async () => {
    const goods = await asSeed()<{ slug: string }[]>`
    select slug from products where status = 'published' and personalisable order by slug`;
    expect(goods.length).toBeGreaterThan(5);
    const paths = [
      "/",
      "/Shop",
      "/Shop?personalisable=1",
      ...goods.map(({ slug }) => `/item/${slug}`),
    ];
    const found: string[] = [];
    for (const path of [...paths, ...paths.map((one) => `/en${one === "/" ? "" : one}`)]) {
      const answer = await fetch(program().url + path);
      expect(answer.status).toBe(200);
      // The visible text: without scripts and picture addresses.
      const text = (await answer.text())
        .replaceAll(/<script\b.*?<\/script>/gs, " ")
        .replaceAll(/<[^>]+>/g, " ");
      const said = promise.exec(text);
      if (said) found.push(`${path}: ${text.slice(said.index - 60, said.index + 60)}`);
    }
    expect(found).toEqual([]);
  });
});
