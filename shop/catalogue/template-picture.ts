/** Path of the picture of a published template; each version has its own, so a browser keeps it. */
export function templatePicture(id: string, version: number): string {
  return `/design/template/${id}.svg?v=${version}`;
}
