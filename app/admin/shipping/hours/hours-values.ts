import { type FormValues, firstValue } from "#app/admin/kit/form/form-values.ts";
import type { Closure, Week } from "#shop/settings/shipping/hours.server.ts";

const weekdays = [0, 1, 2, 3, 4, 5, 6];

interface StoredHours {
  readonly cutoffs: Week;
  readonly national: boolean;
}

/** A field `hour.{weekday}` for each weekday from Sunday: empty is closed. */
export function hoursValues({ cutoffs, national }: StoredHours): FormValues {
  const hours = weekdays.map((day) => [`hour.${day}`, [String(cutoffs[day] ?? "")]] as const);
  return { ...Object.fromEntries(hours), national: national ? ["on"] : [] };
}

/** @returns undefined where a field is no hour */
export function readHoursValues(values: FormValues): StoredHours | undefined {
  const hours = weekdays.map((day) => firstValue(values, `hour.${day}`).trim());
  if (!hours.every((hour) => /^(|\d|1\d|2[0-3])$/.test(hour))) return undefined;
  return {
    cutoffs: hours.map((hour) => (hour === "" ? null : Number(hour))),
    national: firstValue(values, "national") === "on",
  };
}

export function closureValues({ from_day, to_day, text }: Closure): FormValues {
  return { from_day: [from_day], to_day: [to_day], "text.id": [text.id], "text.en": [text.en] };
}
