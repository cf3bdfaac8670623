import path from "node:path";

/** Folder with the demo shop's mock-up kits: `{kit}.{pixels}.kit`, made by photography/kit.py. */
export const kitFolder = path.join(import.meta.dirname, "kits");

/** Where the middle of what each shows is on the print, as photography/kit.py says. */
export const kits = [
  { id: "mug-kanan", faces_x: 0.81, faces_y: 0.48 },
  { id: "mug-tengah", faces_x: 0.52, faces_y: 0.48 },
  { id: "mug-kiri", faces_x: 0.19, faces_y: 0.48 },
  { id: "kaos-belakang", faces_x: 0.5, faces_y: 0.5 },
  { id: "kaos-depan", faces_x: 0.5, faces_y: 0.5 },
  { id: "tote-depan", faces_x: 0.5, faces_y: 0.5 },
  { id: "tumbler-depan", faces_x: 0.5, faces_y: 0.5 },
  { id: "casing-depan", faces_x: 0.52, faces_y: 0.57 },
  { id: "poster-depan", faces_x: 0.5, faces_y: 0.5 },
  { id: "buku-depan", faces_x: 0.5, faces_y: 0.52 },
  { id: "stiker-depan", faces_x: 0.5, faces_y: 0.51 },
];
