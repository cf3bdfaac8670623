import { asShop } from "#db/client.server.ts";

/** A region as couriers' APIs name places. */
export interface RegionPlace {
  /** Five digits. */
  readonly postal_code: string;
  readonly district: string;
}

export type FindRegionPlace = (code: string) => Promise<RegionPlace | undefined>;

/** A kelurahan has its own postcode; a kecamatan takes its first kelurahan's. */
export const findRegionPlace: FindRegionPlace = async (code) => {
  const [place] = await asShop()<RegionPlace[]>`
    select v.postal_code, d.name as district
    from regions d join regions v on v.level = 4 and v.code between d.code || '0000' and d.code || '9999'
    where d.code = ${code.slice(0, 6)} and v.postal_code is not null
    order by (v.code = ${code}) desc, v.code limit 1`;
  return place;
};
