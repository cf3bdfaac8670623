import { asShop } from "#db/client.server.ts";
import { searchRegions } from "#shop/kernel/regions/regions.server.ts";
import { findTreeRegions } from "./region-tree.server.ts";

/**
 * The region that a person means by a postcode, a code, or the name of a kecamatan or kelurahan.
 * @returns undefined when nothing matches
 */
export async function findPlace(text: string): Promise<string | undefined> {
  const typed = text.trim();
  if (/^(\d{6}|\d{10})$/.test(typed)) {
    const [region] = await asShop()<
      { code: string }[]
    >`select code from regions where code = ${typed}`;
    return region?.code;
  }
  if (/^\d{5}$/.test(typed)) {
    const [region] = await asShop()<{ code: string }[]>`
      select code from regions where postal_code = ${typed} order by code limit 1`;
    return region?.code;
  }
  const regions = await findTreeRegions(typed);
  const district = regions.find(({ code }) => code.length === 6);
  if (district) return district.code;
  const [village] = await searchRegions(typed);
  return village?.code;
}
