export const id = {
  tick: "Saya boleh memakai gambar ini, dan orang di dalamnya setuju.",
};
