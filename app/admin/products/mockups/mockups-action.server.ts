import * as v from "valibot";
import { isUuid } from "#base/uuid.ts";
import {
  addOwnMockup,
  ownMockupSchema,
  removeOwnMockup,
} from "#shop/designs/mockups/own-mockups.server.ts";
import type { Person } from "#shop/kernel/access.ts";

/** The answer to a form about a product's own photographs. Codes are stable; the page has words for them. */
export interface MockupsAnswer {
  readonly done?: "add" | "remove";
  readonly problem?: string;
}

/** Places are in percent: those of the corners in `corner_0` to `corner_7`, those of a mesh in `points`, with spaces between. */
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
    id,
    side,
    area,
    picture: form.get("picture"),
    corners: Array.from({ length: 8 }, (_, index) => shareOf(form.get(`corner_${index}`))),
    bend: bendOf(form),
    shading: shareOf(form.get("shading")),
  });
  if (!input.success) return { problem: "invalid_input" };
  const result = await addOwnMockup(actor, productId, input.output);
  return result.ok ? { done: "add" } : { problem: result.problem };
}

/** Percent as a share; no number where it is none. */
function shareOf(text: FormDataEntryValue | null): number {
  return text === null || text === "" ? Number.NaN : Number(text) / 100;
}

function bendOf(form: FormData): object {
  const kind = form.get("bend") ?? "flat";
  if (kind === "cylinder")
    return { kind, span: 100 * shareOf(form.get("span")), sag: shareOf(form.get("sag")) };
  if (kind === "mesh") return { kind, points: String(form.get("points")).split(" ").map(shareOf) };
  return { kind };
}
