import { expect, test } from "vitest";
import { historyOf } from "./order-history.ts";

test("the history lists events and mails newest first, and of simultaneous events the later one first", () => {
  const event = { by: "shop", by_name: null, details: {}, undone: false } as const;
  const entries = historyOf(
    [
      { ...event, kind: "placed", at: "2026-12-01T01:00:00.000Z" },
      { ...event, kind: "packed", at: "2026-12-01T03:00:00.000Z" },
      { ...event, kind: "shipped", at: "2026-12-01T03:00:00.000Z" },
    ],
    [{ id: "1", subject: "Pesanan", status: "sent", at: "2026-12-01T02:00:00+00:00" }],
  );
  const names = entries.map((entry) => ("event" in entry ? entry.event.kind : entry.mail.subject));
  expect(names).toEqual(["shipped", "packed", "Pesanan", "placed"]);
});
