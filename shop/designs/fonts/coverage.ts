// Written by write-coverage.ts.

/** The code points of each font, in base 36: how many are left out, then how many follow each other. */
export const coverage = {
  "plus-jakarta-sans-500":
    "w 2n x d 1 4b 1 1h j 1 3p 4 r 1 3y 2 g 6 y 5 1 3 1 3 q 2 5ef 6 o 1 2b 2 7r 1 4 1 1 4 2 3 1 3 1 3 3 1 9 1 1 2 5 2 9 1 2r 1 3 1 2x 1 b 1 31 4 3i 1 2 1 16uj 2",
  "plus-jakarta-sans-700":
    "w 2n x d 1 4b 1 1h j 1 3p 4 r 1 3y 2 g 6 y 5 1 3 1 3 q 2 5ef 6 o 1 2b 2 7r 1 4 1 1 4 2 3 1 3 1 3 3 1 9 1 1 2 5 2 9 1 2r 1 3 1 2x 1 b 1 31 4 3i 1 2 1 16uj 2",
  "poppins-600":
    "w 2n x 2w 2 i 2 6 4 a 4 2 1 g 3 g 2 8 2 n j 1 3p 4 4q 2 g 6 5gi 6 30 2 7s 2 5 2 3 3 1 3 1 3 3 1 9 1 8 2 9 1 2r 1 3 1 39 1 6n 1 2 1 qe 1 1644 2",
  "fredoka-600":
    "w 2n x d 1 2a 1d 1 f 2 f 2 c 2 m 1 4 2 j 1 8j 2 g 6 y 5 1 3 1 3 q 2 5pm 2 3 3 1 3 1 3 3 1 9 1 8 2 9 1 2v 1 39 1 6n 1 16um 2",
  "bricolage-grotesque-700":
    "w 2n x 4 1 8 1 2i 2 a 2 6 2 6 2 6 2 6 2 2 1 6 2 8 1 4 2 c 2 4 2 2 2 n 49 4 r 1 3y 2 g 6 y 5 1 3 1 3 q 2 5ef 6 o 1 2b 2 7r 1 7 2 3 3 1 3 1 3 3 1 9 1 1 2 5 2 9 1 2r 1 3 1 2x 1 b 1 31 4 3i 1",
  "bebas-neue-400":
    "w 2n x 67 j 1 3p 4 r 1 3y 2 g 6 y 5 1 3 1 3 q 2 5ef 6 o 1 2b 2 7r 1 6 3 3 3 1 3 1 3 3 1 9 1 8 2 9 1 2v 1 2x 1 b 1 6n 1 2 1",
  "anton-400":
    "w 2n x 68 i 1 3p 4 r 1 3y 2 g 6 y 5 1 3 1 3 q 2 5ef 6 o 1 2b 2 7r 1 4 1 1 4 2 3 1 3 1 3 3 1 9 1 1 2 5 2 9 1 2v 1 2x 1 b 1 31 4 3i 1 2 1 16uj 2",
  "pacifico-400":
    "w 2n x 42 2 23 j 1 3p 4 r 1 3y 2 g 6 y 5 1 3 1 3 q 2 5ef 6 o 1 2b 2 7z 2 3 3 1 3 1 3 3 1 9 1 8 2 9 1 2v 1 2x 1 b 1 6n 1 2 1 16uj 2",
  "caveat-700":
    "w 2n x 67 j 1 3p 4 r 1 3y 2 g 6 y 5 1 3 1 3 q 2 5ef 6 30 2 7w 1 2 2 3 3 1 3 1 3 3 1 9 1 1 2 5 2 9 1 2v 1 2x 1 b 1 6n 1 2 1 16uj 2",
  "great-vibes-400":
    "w 2n x d 1 4b 1 1h j 1 3p 4 r 1 3y 2 g 6 y 5 1 3 1 3 q 2 5ef 6 o 1 2b 2 7r 1 4 2 1 3 2 3 1 3 1 3 3 1 9 1 1 2 5 2 9 1 2v 1 2x 1 b 1 6n 1 2 1 16uj 2",
  "bodoni-moda-700":
    "w 2n x d 1 5u i 1 3p 4 r 1 3y 2 g 6 y 5 1 3 1 3 q 2 5ef 6 o 1 2b 2 7r 1 4 6 2 3 1 3 1 3 3 1 9 1 8 2 9 1 2v 1 2x 1 b 1 6n 1 2 1 16uj 2",
  "courier-prime-400":
    "w 2n x 48 1 g 1 1h j 1 3p 4 r 1 3y 2 g 6 5gi 6 30 2 7x 1 1 2 3 3 1 3 1 3 3 1 9 1 1 2 5 2 9 1 2v 1 39 1 6n 1 2 1 16uj 2",
  "martian-mono-500":
    "w 2n x 2w 2 a 2 6 2 6 2 6 2 6 2 j 1 4 2 c 2 x j 1 3p 4 r 1 3y 2 g 6 y 5 1 3 1 3 q 2 5ef 6 o 1 2b 2 7x 1 1 2 3 3 1 3 1 3 3 1 9 1 8 2 9 1 2v 1 2x 1 b 1 31 4 3i 1",
  "noto-sans-400":
    "w 2n x 68 i 1 3p 4 r 1 3y 2 g 6 y 5 1 3 1 3 q 2 1z 8 2 6 4 7 1 1 1 k 1 1r e 34 1c 2 54e 6 o 1 1 2i 7l b 2 7 1 3 3 1 9 1 1 2 5 2 9 1 2r 1 3 1 2x 1 b 1 6n 1 qh 1 1644 2",
  "noto-naskh-arabic-400": "w 2n x 1 a 1 f 1 r 1 10o 74 28 1c 4uj 6 2 2 3 3 1 3 7 1 145 1",
  "noto-sans-javanese-400":
    "0 1 c 1 i 2n x 4 1 1 1 5 2 3 3 1 1 3 1 2 3 21 2 a 2 6 2 6 2 2 2 2 2 6 2 2 1 6 2 8 1 4 2 c 2 4 2 2 4 l 49 4 r 1 3y 2 1 1 e 6 y 5 1 3 1 3 5 1 j 3 5ef 6 o 1 2b 2 7r 3 5 2 3 3 1 3 3 1 3 1 i 2 35 1 39 1 6n 1 qh 1 q0j 26 1 b 4 2",
  "noto-sans-balinese-400":
    "0 1 s 1 2 2n x 4 1 1 1 5 2 3 3 1 1 3 1 2 3 21 2 a 2 6 2 6 2 2 2 2 2 6 2 2 1 6 2 8 1 4 2 c 2 4 2 2 4 l 26 2 21 4 r 1 3y 2 1 1 e 6 y 5 1 3 1 3 5 1 j 3 4pj 24 4 19 lf 6 o 1 2b 2 7r 3 5 2 3 3 1 3 3 1 3 1 i 2 35 1 39 1 6n 1 qh 1",
  "noto-sans-sundanese-400": "0 1 c 1 i 1 c 1 36 1 5b3 1s 74 8 n7 3 2 1 14r 1",
  "noto-emoji-400":
    "0 1 c 1 i 1 2 1 6 1 5 a 33 1 4 1 672 1 1a 1 c 1 49 1 1q 1 m 1 2i 6 f 2 a7 2 c 1 4m 1 p b 4 3 5j 1 6f 2 a 1 9 1 1m 4 1 5 9 1 2 1 2 2 2 1 4 1 2 1 1 2 2 1 3 1 3 2 8 3 5 1 1 1 5 c b 2 2 1 1 2 1 1 i 1 2 2 i 6 1 1 1 2 3 2 5 1 2 2 4 2 b 2 5 2 2 1 5 2 1 1 1 2 k 2 5 6 1 4 2 1 4 1 2 1 2 6 1 1 2 1 1 1 1 1 6 1 3 1 6 1 a 2 f 1 2 1 4 1 1 1 4 3 1 1 b 2 1c 3 9 1 e 1 e 1 ac 2 cv 3 j 2 1f 1 4 1 yi 1 c 1 gp 1 1 1 146s 2 1bsk 1 5m 1 4g 2 c 2 e 1 2 a 23 q 1 2 n 1 k 1 2 9 l 2 4u y 2 34 2 2 1 3 2 2b 2 3 1 7b 1 1r b 6 1 o 7 2 2 8 c 1 2 4 2 1 4 2 d 2 2 1 8 2 9 1 5 3 c 3 8 3 2 1 1 1 4 1 6 1 3 1 6 2e 1c 1y 5 8 2 5 2 a 3 1 1 2 3 1 2 a 6b c 4 1 7v 1b 1 a 1 55 34 d 3 1z 1 1 3 i 1 d 3 c",
} as const;
