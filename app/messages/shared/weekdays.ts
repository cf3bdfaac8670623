import type { Language } from "#base/language.ts";

const names: Record<Language, readonly string[]> = {
  id: ["Minggu", "Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu"],
  en: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
};
const to: Record<Language, string> = { id: "sampai", en: "to" };

/** The weekdays from Monday on, as numbers: 0 is Sunday. */
export const weekFromMonday = [1, 2, 3, 4, 5, 6, 0] as const;

/** @param weekday 0 is Sunday */
export function weekdayName(weekday: number, language: Language): string {
  return names[language][weekday] ?? "";
}

/** `Senin sampai Jumat, Minggu` of weekdays as numbers; 0 is Sunday. Runs of three and more are one range. */
export function formatWeekdays(weekdays: readonly number[], language: Language): string {
  const runs: number[][] = [];
  for (const [index, day] of weekFromMonday.entries()) {
    if (!weekdays.includes(day)) continue;
    const run = runs.at(-1);
    const before = index > 0 ? weekFromMonday[index - 1] : undefined;
    if (run && run.at(-1) === before) run.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) => {
      const [first = 0, last = 0] = [run[0], run.at(-1)];
      if (run.length < 3) return run.map((day) => weekdayName(day, language));
      return [`${weekdayName(first, language)} ${to[language]} ${weekdayName(last, language)}`];
    })
    .join(", ");
}

/** `14.00` or `14:00` of a whole hour. */
export function formatHour(hour: number, language: Language): string {
  return `${String(hour).padStart(2, "0")}${language === "id" ? "." : ":"}00`;
}
