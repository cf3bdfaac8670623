import { expect, test } from "vitest";
import { firstView } from "./queue-view.ts";

test("the queue opens with the first list that has work for staff", () => {
  expect(firstView({ look: 1, ready: 3 })).toBe("look");
  expect(firstView({ look: 0, waiting: 2, unpaid: 4, ready: 3 })).toBe("ready");
  expect(firstView({ waiting: 2, unpaid: 4, held: 1 })).toBe("look");
  expect(firstView({})).toBe("look");
});
