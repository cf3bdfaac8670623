import * as v from "valibot";
import { isUuid } from "#base/uuid.ts";
import {
  saveTemplate,
  saveTemplateSchema,
} from "#shop/designs/print-setup/save-template.server.ts";
import type { Person } from "#shop/kernel/access.ts";

export interface TemplateAnswer {
  /** The version that was stored. */
  readonly version?: number;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

/** Saves a template that the editor sends as JSON. */
export async function answerTemplate(
  actor: Person,
  productId: string,
  id: string,
  request: Request,
): Promise<TemplateAnswer> {
  const body: unknown = await request.json().catch(() => undefined);
  const input = v.safeParse(saveTemplateSchema, body);
  if (!isUuid(productId) || !isUuid(id) || !input.success) {
    const message = input.issues?.[0].message;
    return { problem: message === "name_missing" ? message : "invalid_input" };
  }
  const saved = await saveTemplate(actor, productId, id, input.output);
  return saved.ok ? { version: saved.value.version } : { problem: saved.problem.code };
}
