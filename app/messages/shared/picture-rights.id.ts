export const id = {
  tick: "Saya boleh memakai gambar ini, dan orang di dalamnya setuju.",
  blurred: (dpi: number) => `Cetak saja, walau gambarnya akan tampak buram (${dpi} dpi).`,
};
