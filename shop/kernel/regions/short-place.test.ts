import { expect, test } from "vitest";
import { shortPlace } from "./short-place.ts";

test.each([
  [
    "Gandaria Utara, Kebayoran Baru, Kota Administrasi Jakarta Selatan, Daerah Khusus Ibukota Jakarta",
    "Gandaria Utara, Kebayoran Baru, Jakarta Selatan",
  ],
  [
    "Terban, Gondokusuman, Kota Yogyakarta, Daerah Istimewa Yogyakarta",
    "Terban, Gondokusuman, Kota Yogyakarta",
  ],
  [
    "Caturtunggal, Depok, Kabupaten Sleman, Daerah Istimewa Yogyakarta",
    "Caturtunggal, Depok, Kab. Sleman, Daerah Istimewa Yogyakarta",
  ],
  [
    "Braga, Sumur Bandung, Kota Bandung, Jawa Barat",
    "Braga, Sumur Bandung, Kota Bandung, Jawa Barat",
  ],
  ["Aceh", "Aceh"],
])("%s is said %s", (full, short) => {
  expect(shortPlace(full)).toBe(short);
});
