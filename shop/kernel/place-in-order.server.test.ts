import { expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { placeInOrder } from "./place-in-order.server.ts";

testDatabase({ demo: true, max: 4 });

test.each(["categories", "shipping_zones", "shipping_methods"] as const)(
  "a row of %s moves to a place, and a repeat moves nothing",
  async (table) => {
    const order = async () => {
      const rows = await asSeed()<{ id: string }[]>`
        select id from ${asSeed()(table)} order by position, id`;
      return rows.map(({ id }) => id);
    };
    const move = (id: string, place: number) =>
      asSeed().begin((sql) => placeInOrder(sql, table, id, place));
    const [first = "", second = "", ...others] = await order();
    const moved = [second, first, ...others];

    expect(await move(first, 1)).toBe(true);
    expect(await order()).toEqual(moved);
    expect(await move(first, 1)).toBe(true);
    expect(await order()).toEqual(moved);
    // Beyond the end it is the last one.
    await move(second, 9_999);
    expect(await order()).toEqual([first, ...others, second]);
    expect(await move(crypto.randomUUID(), 0)).toBe(false);
    expect(await order()).toEqual([first, ...others, second]);
  },
);
