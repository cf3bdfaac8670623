export const id = {
  max: (pieces: number) => `Maksimal ${pieces}.`,
  more: "Pesan lebih banyak?",
  ask: "WhatsApp kami.",
  text: "Halo, saya ingin memesan dalam jumlah banyak.",
};
