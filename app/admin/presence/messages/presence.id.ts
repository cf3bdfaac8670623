/** Who else has a thing of the back office open. The names are initials. */
export const id = {
  editing: (names: string) => `${names} sedang mengubah`,
  reading: (names: string) => `${names} juga membuka ini`,
};
