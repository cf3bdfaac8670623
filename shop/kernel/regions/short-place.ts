/**
 * A place as people say it: `Gandaria Utara, Kebayoran Baru, Kota Administrasi Jakarta Selatan, Daerah Khusus Ibukota
 * Jakarta` is `Gandaria Utara, Kebayoran Baru, Jakarta Selatan`. The province stays where the city does not name it.
 * Labels and forms of couriers have the full name.
 */
export function shortPlace(fullName: string): string {
  const parts = fullName.split(", ");
  const province = parts.at(-1) ?? "";
  const city = parts.at(-2);
  if (city === undefined) return fullName;
  const short = city.replace(/^Kota Administrasi /, "").replace(/^Kabupaten /, "Kab. ");
  const core = province.replace(/^Daerah (Khusus Ibukota|Istimewa) /, "");
  return [...parts.slice(0, -2), short, ...(city.includes(core) ? [] : [province])].join(", ");
}
