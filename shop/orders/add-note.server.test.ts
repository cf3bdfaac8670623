import { expect, test } from "vitest";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { addNote, maxNote } from "./add-note.server.ts";

testDatabase({ demo: true, max: 4 });

test("a note that exceeds its limit within an emoji is stored without the emoji", async () => {
  const [order] = await asSeed()<{ id: string }[]>`select id from orders limit 1`;
  const id = order?.id ?? "";
  const text = "a".repeat(maxNote - 1);
  expect(await addNote(demoPerson("admin@etalase.test"), id, `${text}😀 lagi`)).toMatchObject({
    ok: true,
  });
  expect(
    await asSeed()`select details ->> 'text' as text from order_events where order_id = ${id} and kind = 'note'`,
  ).toEqual([{ text }]);
});
