import { describe, expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe("addresses that products and categories had before", { timeout: 60_000 }, () => {
  const { program } = useProgram();

  const ask = async (path: string) => {
    const answer = await fetch(program().url + path, { redirect: "manual" });
    return [answer.status, answer.headers.get("location"), answer.headers.get("cache-control")];
  };

  test("redirect permanently to the present ones, in both languages, with their query", async () => {
    await asSeed()`update products set slug = 'mug-sementara' where slug = 'mug-ngopi-dulu'`;
    await asSeed()`update products set slug = 'mug-ngopi-nanti' where slug = 'mug-sementara'`;
    await asSeed()`update categories set slug = 'gelas' where slug = 'mug'`;
    for (const old of ["mug-ngopi-dulu", "mug-sementara", "MUG-Ngopi-Dulu"]) {
      await expect
        .poll(() => ask(`/item/${old}?utm_source=surat&warna=krem`))
        .toEqual([301, "/item/mug-ngopi-nanti?utm_source=surat&warna=krem", "no-cache"]);
      expect(await ask(`/en/item/${old}`)).toEqual([301, "/en/item/mug-ngopi-nanti", "no-cache"]);
    }
    expect(await ask("/Shop?category=mug&sort=newest&page=2")).toEqual([
      301,
      "/Shop?category=gelas&sort=newest&page=2",
      "no-cache",
    ]);
    expect(await ask("/en/Shop?category=mug")).toEqual([
      301,
      "/en/Shop?category=gelas",
      "no-cache",
    ]);
    expect((await ask("/item/mug-ngopi-nanti"))[0]).toBe(200);
    expect((await ask("/item/tidak-pernah-ada"))[0]).toBe(404);
  });

  test("a product that uses its old slug again is served there", async () => {
    await asSeed()`update products set slug = 'mug-ngopi-dulu' where slug = 'mug-ngopi-nanti'`;
    await expect.poll(async () => (await ask("/item/mug-ngopi-dulu"))[0]).toBe(200);
    expect((await ask("/item/mug-ngopi-nanti")).slice(0, 2)).toEqual([301, "/item/mug-ngopi-dulu"]);
  });
});
