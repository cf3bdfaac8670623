import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import { readWhole } from "#app/read-whole.ts";
import { isUuid } from "#base/uuid.ts";
import {
  addPicture,
  addSchema,
  replacePicture,
  takeSchema,
} from "#shop/catalogue/media/add-picture.server.ts";
import type { Assignment } from "#shop/catalogue/media/assignment.ts";
import {
  editPicture,
  editSchema,
  placePicture,
} from "#shop/catalogue/media/edit-picture.server.ts";
import { removePicture, restorePicture } from "#shop/catalogue/media/remove-picture.server.ts";
import type { Person } from "#shop/kernel/access.ts";

import { type PictureValues, valuesIn } from "./picture-values.ts";

/** The answer to a form about a picture. Codes are stable; the panel has words for them. */
export interface MediaAnswer {
  readonly done?: "place" | "edit" | "remove" | "restore";
  readonly problem?: string;
  /** A code for each field that cannot be saved. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The picture that this is about. */
  readonly of?: string;
  /** What was typed into a form that was not saved. */
  readonly given?: PictureValues;
}

/** Handles the forms of the pictures of a product; each names the picture and what to do. */
export async function changePictures(
  actor: Person,
  productId: string,
  form: FormData,
): Promise<MediaAnswer> {
  const [intent, of] = [form.get("intent"), form.get("picture")];
  if (!isUuid(productId) || !isUuid(of)) return { problem: "invalid_input" };
  switch (intent) {
    case "place": {
      // Staff count from one.
      const place = readWhole(form.get("place")) - 1;
      if (!Number.isInteger(place) || place < 0) return { problem: "invalid_input", of };
      const result = await placePicture(actor, productId, of, place);
      return result.ok ? { done: intent, of } : { problem: result.problem, of };
    }
    case "edit": {
      const given = valuesIn(form);
      const input = v.safeParse(editSchema, {
        version: readWhole(form.get("version")),
        alt: { id: form.get("alt_id"), en: form.get("alt_en") },
        is_decorative: form.get("is_decorative") === "on",
        focal_x: readWhole(form.get("focal_x")),
        focal_y: readWhole(form.get("focal_y")),
      });
      if (!input.success) {
        return { problem: "invalid_input", fields: formProblems(input.issues), of, given };
      }
      const result = await editPicture(actor, of, input.output, assignmentIn(form));
      return result.ok ? { done: intent, of } : { problem: result.problem, of, given };
    }
    case "remove":
    case "restore": {
      const change = intent === "remove" ? removePicture : restorePicture;
      const result = await change(actor, productId, of);
      return result.ok ? { done: intent, of } : { problem: result.problem, of };
    }
    default:
      return { problem: "invalid_input", of };
  }
}

/** Handles an upload that has arrived: it becomes a new picture, or the file of the one that `picture` names. */
export async function takeUpload(
  actor: Person,
  productId: string,
  form: FormData,
): Promise<{ problem?: string }> {
  const given = {
    uploadId: form.get("upload"),
    name: form.get("name"),
    dropped: form.getAll("dropped"),
  };
  const replaced = form.get("picture");
  const input = v.safeParse(replaced === null ? addSchema : takeSchema, given);
  if (!isUuid(productId) || !input.success) return { problem: "invalid_input" };
  const result =
    replaced === null
      ? await addPicture(actor, productId, { dropped: [], ...input.output })
      : isUuid(replaced)
        ? await replacePicture(actor, productId, replaced, input.output)
        : ({ ok: false, problem: "invalid_input" } as const);
  return result.ok ? {} : { problem: result.problem };
}

/** Fields `value` are `{option code}:{value code}`. @returns undefined when the form leaves the variants as they are */
function assignmentIn(form: FormData): Assignment | undefined {
  const assignment: Record<string, string[]> = {};
  for (const field of form.getAll("value")) {
    const [code = "", ...value] = String(field).split(":");
    assignment[code] = [...(assignment[code] ?? []), value.join(":")];
  }
  // Variants that were chosen one by one stay, unless the person chose values or released them.
  const isKept = form.get("variants") === "keep" && Object.keys(assignment).length === 0;
  return isKept && form.get("release") !== "on" ? undefined : assignment;
}
