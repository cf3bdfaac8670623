/** Pixels of a side that each kit has a file for: browsers load the smaller one. */
export const kitSizes = [640, 960] as const;
export type KitSize = (typeof kitSizes)[number];

/** Name of a kit's file in the bucket `mockup-kits`. */
export function kitFileName(kit: string, size: KitSize): string {
  return `${kit}.${size}.kit`;
}

/** Where a browser loads the file of a kit. */
export function kitAddress(kit: string): string {
  return `/storage/v1/object/public/mockup-kits/${kitFileName(kit, 640)}`;
}
