import * as v from "valibot";
import {
  allValues,
  type FormValues,
  firstValue,
  readText,
  readValues,
  readVersion,
} from "#app/admin/kit/form/form-values.ts";
import { asTyped, saveMerged } from "#app/admin/kit/form/three-way.server.ts";
import type { EditorAnswer } from "#app/admin/shipping/editor-answer.ts";
import { answerTest } from "#app/admin/shipping/test-action.server.ts";
import { formProblems } from "#app/form-problems.server.ts";
import type { Language } from "#base/language.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  findTreeRegions,
  nameRegions,
  type RegionBranch,
  readRegionTree,
  type TreeRegion,
} from "#shop/settings/shipping/region-tree.server.ts";
import { writePostcodes, zoneSchema } from "#shop/settings/shipping/zones/zone-input.ts";
import {
  deleteZone,
  findZone,
  saveZone,
  type TakenPlace,
  type Zone,
} from "#shop/settings/shipping/zones/zones.server.ts";

export interface ZoneAnswer extends EditorAnswer {
  /** The zone that a new one became. */
  readonly id?: string;
  /** Places of other zones, which the next save may move here. */
  readonly taken?: readonly TakenPlace[];
  readonly tree?: ZoneTree;
}

/** What the page shows of Indonesia's regions. */
export interface ZoneTree {
  readonly branches: readonly RegionBranch[];
  /** Undefined without a search. */
  readonly found?: readonly TreeRegion[] | undefined;
  readonly q: string;
  /** The chosen regions with their names; `''`, the rest of Indonesia, is not among them. */
  readonly chosen: readonly { readonly code: string; readonly name: string }[];
}

export const zoneSets: ReadonlySet<string> = new Set(["region"]);
/** The name of the field that opens regions of the tree. */
const openField = "open";
export const restCode = "rest";

/** The stored zone as the form's values. */
export function zoneValues(zone: Zone | null): FormValues {
  return {
    "name.id": [zone?.name.id ?? ""],
    "name.en": [zone?.name.en ?? ""],
    serviceable: zone === null || zone.serviceable ? ["on"] : [],
    cash_on_delivery: zone?.cash_on_delivery ? ["on"] : [],
    region: (zone?.regions ?? []).map(({ code }) => code || restCode),
    postcodes: [writePostcodes(zone?.postcodes ?? [])],
  };
}

/** The tree for the form: opened regions, found regions, and the names of the chosen ones. */
export async function readZoneTree(values: FormValues, q: string): Promise<ZoneTree> {
  const regions = allValues(values, "region").filter((code) => code !== restCode);
  const [branches, found, chosen] = await Promise.all([
    readRegionTree(allValues(values, openField)),
    q.trim() ? findTreeRegions(q) : undefined,
    nameRegions(regions),
  ]);
  return { branches, found, q, chosen };
}

/** Handles the zone's form: opens and searches the tree, saves, moves, deletes. */
export async function answerZone(
  actor: Person,
  id: string | null,
  form: FormData,
  language: Language,
): Promise<ZoneAnswer> {
  const text = (name: string) => readText(form, name);
  const intent = text("intent") || "save";
  if (form.has("toggle") || intent === "find") {
    const toggled = text("toggle");
    const typed = asTyped(form);
    const opened = new Set(allValues(typed.values, openField));
    if (form.has("toggle") && !opened.delete(toggled)) opened.add(toggled);
    const values = { ...typed.values, [openField]: [...opened] };
    return { ...typed, values, tree: await readZoneTree(values, text("q")) };
  }
  if (intent === "test" || intent === "test-find") {
    const typed = asTyped(form);
    const tree = await readZoneTree(typed.values, "");
    const input = readZone(typed.values);
    if (!input.success) return { ...typed, tree, problems: fieldProblems(input.issues) };
    const unsaved = { kind: "zone", id, input: input.output } as const;
    return { ...typed, tree, tested: await answerTest(actor, form, unsaved, language) };
  }
  if (intent === "ask-delete") return { asks: true, ...asTyped(form) };
  if (intent === "delete" && id !== null) {
    const deleted = await deleteZone(actor, id, readVersion(form));
    return deleted.ok ? { done: "delete" } : { problem: deleted.problem.code, ...asTyped(form) };
  }
  if (intent !== "save" && intent !== "move") return { problem: "invalid_input" };

  let taken: readonly TakenPlace[] | undefined;
  let saved = id;
  const answer = await saveMerged({
    form,
    sets: zoneSets,
    save: async (values, version) => {
      const input = readZone(values);
      if (!input.success) return { ok: false, answer: { problems: fieldProblems(input.issues) } };
      // Only the button that says so moves places of other zones.
      const moved = intent === "move" ? form.getAll("move").map(String) : [];
      const done = await saveZone(actor, id === null ? null : { id, version }, input.output, moved);
      if (done.ok) {
        saved = done.value.id;
        return { ok: true, version: done.value.version };
      }
      taken = done.problem.taken;
      return {
        ok: false,
        answer: { problem: done.problem.code },
        isStale: done.problem.code === "changed_meanwhile",
      };
    },
    read: async () => {
      const zone = id === null ? undefined : await findZone(id);
      return zone && { values: zoneValues(zone), version: zone.version };
    },
  });
  const values = answer.values ?? readValues(form);
  return {
    ...answer,
    ...(saved === null ? {} : { id: saved }),
    ...(taken ? { taken } : {}),
    tree: await readZoneTree(values, ""),
  };
}

/** The form's values as a zone, or what is wrong with them. */
export function readZone(values: FormValues) {
  return v.safeParse(zoneSchema, {
    name: { id: firstValue(values, "name.id"), en: firstValue(values, "name.en") },
    serviceable: firstValue(values, "serviceable") === "on",
    cash_on_delivery: firstValue(values, "cash_on_delivery") === "on",
    regions: allValues(values, "region").map((code) => (code === restCode ? "" : code)),
    postcodes: firstValue(values, "postcodes"),
  });
}

/** A problem of one of many regions belongs to the whole field. */
function fieldProblems(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const problems = formProblems(issues);
  return Object.fromEntries(
    Object.entries(problems).map(([name, code]) => [
      name.replace(/^regions\..*$/, "regions"),
      code,
    ]),
  );
}
