import * as v from "valibot";
import { textLine } from "#shop/kernel/text-line.ts";
import { ownTemplates } from "./own-templates.ts";

/** Letters of a template's name. */
export const maxTemplateName = 80;
const uuid = v.pipe(v.string(), v.uuid("invalid_input"));

/** A template that is made of what a campaign says. */
export const newTemplate = v.object({
  /** Chosen by the form. */
  id: uuid,
  name: textLine(maxTemplateName),
});

export const renamedTemplate = v.object({
  id: uuid,
  /** That the page showed. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  name: textLine(maxTemplateName),
});

/** A template to begin with: one of the program's, or the id of one that staff saved. */
export const usedTemplate = v.object({
  template: v.union([v.picklist(ownTemplates), uuid]),
  /** Of the campaign that begins with it; chosen by the form. */
  newId: uuid,
});

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** Languages that it has a content in. */
  readonly languages: readonly ("id" | "en")[];
  /** Null for an account that is gone. */
  readonly author: string | null;
  /** ISO 8601. */
  readonly savedAt: string;
}

export type TemplateProblem =
  | "not_permitted"
  | "not_found"
  | "changed_meanwhile"
  | "template_name_taken"
  | "template_empty"
  | "too_many_templates";
