export const id = {
  choose: "Pilih foto Anda",
  replace: "Ganti foto",
  empty: "Kosongkan bingkai",
  hint: "Foto mengisi bingkai ini. Setelah itu Anda bisa mengatur bagian yang terlihat.",
  view: "Bagian foto yang terlihat",
  across: "Geser mendatar",
  down: "Geser tegak",
  zoom: "Perbesar foto",
  percent: (value: number) => `${value}%`,
  fit: "Cara mengisi",
  fits: { cover: "Penuhi bingkai", contain: "Foto utuh" },
};
