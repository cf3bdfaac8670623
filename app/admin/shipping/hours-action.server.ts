import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/access.ts";
import { shopInstant } from "#shop/shipping/delivery-dates.ts";
import {
  closureSchema,
  deleteClosure,
  previewDates,
  readHours,
  saveClosure,
  saveHours,
  type Week,
} from "#shop/shipping/hours.server.ts";
import { type FormValues, readText, readValues, readVersion } from "./form-values.ts";

export interface HoursAnswer {
  readonly done?: "hours" | "closure";
  readonly problem?: string;
  readonly problems?: Readonly<Record<string, string>>;
  /** The closure whose form was sent; `new` for the one that adds. */
  readonly closure?: string;
  readonly values?: FormValues;
  readonly preview?: ReturnType<typeof previewDates>;
}

/** A field `hour.{weekday}` for each weekday from Sunday: empty is closed. */
function readWeek(text: (name: string) => string): Week | undefined {
  const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => text(`hour.${weekday}`));
  if (!hours.every((hour) => /^(|\d|1\d|2[0-3])$/.test(hour))) return undefined;
  return hours.map((hour) => (hour === "" ? null : Number(hour)));
}

const beforeSchema = v.object({
  cutoffs: v.pipe(v.array(v.nullable(v.number())), v.length(7)),
  national: v.boolean(),
});

/** Handles the forms of hours and closures. A preview stores nothing. */
export async function answerHours(actor: Person, form: FormData): Promise<HoursAnswer> {
  const text = (name: string) => readText(form, name).trim();
  const values = readValues(form);
  const intent = text("intent");
  if (intent === "hours" || intent === "preview") {
    const cutoffs = readWeek(text);
    if (!cutoffs) return { problem: "invalid_input", values };
    const national = form.get("national") === "on";
    if (intent === "preview") return { values, ...(await preview(cutoffs, national, text("at"))) };
    const before = v.safeParse(v.pipe(v.string(), v.parseJson(), beforeSchema), text("loaded"));
    if (!before.success) return { problem: "invalid_input", values };
    const saved = await saveHours(actor, before.output, { cutoffs, national });
    return saved.ok ? { done: "hours" } : { problem: saved.problem, values };
  }
  const closure = text("closure") || "new";
  if (closure !== "new" && !isUuid(closure)) return { problem: "invalid_input" };
  if (intent === "delete" && closure !== "new") {
    const deleted = await deleteClosure(actor, closure);
    return deleted.ok ? { done: "closure" } : { problem: deleted.problem };
  }
  if (intent !== "closure") return { problem: "invalid_input" };
  const input = v.safeParse(closureSchema, {
    from_day: text("from_day"),
    to_day: text("to_day") || text("from_day"),
    text: { id: text("text.id"), en: text("text.en") },
  });
  if (!input.success) return { problems: formProblems(input.issues), closure, values };
  const known = closure === "new" ? null : { id: closure, version: readVersion(form) };
  const saved = await saveClosure(actor, known, input.output);
  if (saved.ok) return { done: "closure" };
  const { problem } = saved;
  if (problem === "closure_overlaps") {
    return { problems: { from_day: problem }, closure, values };
  }
  if (problem === "closure_too_long") return { problems: { to_day: problem }, closure, values };
  return { problem, closure, values };
}

async function preview(cutoffs: Week, national: boolean, at: string) {
  if (cutoffs.every((hour) => hour === null)) return { problem: "cutoffs_all_closed" };
  const hours = await readHours();
  const moment = /^2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(at)
    ? shopInstant(at, hours.time_zone)
    : new Date();
  if (Number.isNaN(moment.getTime())) return { problem: "day_invalid" };
  const calendar = { ...hours, cutoffs, observes_national_holidays: national };
  return { preview: previewDates(moment, calendar) };
}
