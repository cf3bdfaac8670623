import type { id } from "./campaign-pictures.id.ts";

export const en: typeof id = {
  choose: "Choose a picture",
  another: "Choose another picture",
  title: "Choose a picture",
  ofProduct: "Pictures of a product",
  upload: "Upload a new picture",
  uploaded: "Uploaded for emails",
  showUploaded: "Show uploaded ones",
  loading: "Loading pictures…",
  none: "No picture was uploaded for emails yet. Find a product above to use its pictures.",
  noneOfProduct: "This product has no pictures yet. Choose another one.",
  chooseThis: (name) => `Choose: ${name}`,
};
