import * as v from "valibot";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/access.ts";
import {
  addOwnMockup,
  ownMockupSchema,
  removeOwnMockup,
} from "#shop/designs/mockups/own-mockups.server.ts";

/** The answer to a form about a product's own photographs. Codes are stable; the page has words for them. */
export interface MockupsAnswer {
  readonly done?: "add" | "remove";
  readonly problem?: string;
}

/** Fields with the corners are `corner_0` to `corner_7`, in percent. */
export async function changeMockups(
  actor: Person,
  productId: string,
  form: FormData,
): Promise<MockupsAnswer> {
  const id = form.get("id");
  if (!isUuid(productId) || !isUuid(id)) return { problem: "invalid_input" };
  if (form.get("intent") === "remove") {
    const result = await removeOwnMockup(actor, productId, id);
    return result.ok ? { done: "remove" } : { problem: result.problem };
  }
  const [side, area] = String(form.get("place")).split("/");
  const input = v.safeParse(ownMockupSchema, {
    ...{ id, side, area, picture: form.get("picture") },
    corners: Array.from({ length: 8 }, (_, index) => {
      const text = form.get(`corner_${index}`);
      return text === null || text === "" ? Number.NaN : Number(text) / 100;
    }),
  });
  if (!input.success) return { problem: "invalid_input" };
  const result = await addOwnMockup(actor, productId, input.output);
  return result.ok ? { done: "add" } : { problem: result.problem };
}
