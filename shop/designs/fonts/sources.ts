/*
 * Where the font files of this folder come from. `write-fonts.ts` reads the packages, keeps the letters below and writes
 * one file per face. None of these fonts has a reserved font name, so a subset may keep its name (OFL 1.1, article 3).
 */

/** Letters of the languages written in Latin script, figures, punctuation and the signs of prices. */
const latin = "20-7E A0-17F 192 218-21B 237 2C6 2C7 2D8-2DD 300-304 306-308 30A-30C 327 328";
const latinMore = "1E80-1E85 1E9E 1EF2 1EF3 200B-200F 2010-2015 2018-201E 2020-2022 2026 2030";
const signs = "2032 2033 2039 203A 2044 20A8 20AC 2116 2122 2190-2193 2212 2215 25CC FB01 FB02";
const western = `${latin} ${latinMore} ${signs}`;
/** Marks that prayers and names use beside the letters of Arabic, Persian, Urdu and Jawi. */
const arabic = "20-7E A0 AB BB D7 200B-200F 2010-2014 2018-201E 2026 25CC 600-61F 620-6FF 750-77F";

export interface FontSource {
  readonly id: string;
  /** Package of npm with its version. */
  readonly from: string;
  /** A TTF or WOFF file inside the package. */
  readonly file: string;
  /** Code points that are kept, in hexadecimal; absent: all of the file. */
  readonly letters?: string;
}

const google = (name: string, version: string) => `@expo-google-fonts/${name}@${version}`;

export const fontSources: readonly FontSource[] = [
  {
    id: "plus-jakarta-sans-500",
    from: google("plus-jakarta-sans", "0.4.2"),
    file: "500Medium/PlusJakartaSans_500Medium.ttf",
    letters: western,
  },
  {
    id: "plus-jakarta-sans-700",
    from: google("plus-jakarta-sans", "0.4.2"),
    file: "700Bold/PlusJakartaSans_700Bold.ttf",
    letters: western,
  },
  {
    id: "bricolage-grotesque-700",
    from: google("bricolage-grotesque", "0.4.1"),
    file: "700Bold/BricolageGrotesque_700Bold.ttf",
    letters: western,
  },
  {
    id: "martian-mono-500",
    from: google("martian-mono", "0.4.2"),
    file: "500Medium/MartianMono_500Medium.ttf",
    letters: western,
  },
  {
    id: "poppins-600",
    from: google("poppins", "0.4.1"),
    file: "600SemiBold/Poppins_600SemiBold.ttf",
    letters: western,
  },
  {
    id: "bebas-neue-400",
    from: google("bebas-neue", "0.4.1"),
    file: "400Regular/BebasNeue_400Regular.ttf",
    letters: western,
  },
  {
    id: "anton-400",
    from: google("anton", "0.4.2"),
    file: "400Regular/Anton_400Regular.ttf",
    letters: western,
  },
  {
    id: "fredoka-600",
    from: google("fredoka", "0.4.1"),
    file: "600SemiBold/Fredoka_600SemiBold.ttf",
    letters: western,
  },
  {
    id: "pacifico-400",
    from: google("pacifico", "0.4.1"),
    file: "400Regular/Pacifico_400Regular.ttf",
    letters: western,
  },
  {
    id: "caveat-700",
    from: google("caveat", "0.4.2"),
    file: "700Bold/Caveat_700Bold.ttf",
    letters: western,
  },
  {
    id: "great-vibes-400",
    from: google("great-vibes", "0.4.1"),
    file: "400Regular/GreatVibes_400Regular.ttf",
    letters: western,
  },
  {
    id: "bodoni-moda-700",
    from: google("bodoni-moda", "0.4.2"),
    file: "700Bold/BodoniModa_700Bold.ttf",
    letters: western,
  },
  {
    id: "courier-prime-400",
    from: google("courier-prime", "0.4.1"),
    file: "400Regular/CourierPrime_400Regular.ttf",
    letters: western,
  },
  {
    id: "noto-sans-400",
    from: google("noto-sans", "0.4.2"),
    file: "400Regular/NotoSans_400Regular.ttf",
    letters: `${western} 370-3FF 400-45F 490-491 1EA0-1EF9`,
  },
  {
    id: "noto-sans-javanese-400",
    from: google("noto-sans-javanese", "0.4.2"),
    file: "400Regular/NotoSansJavanese_400Regular.ttf",
  },
  {
    id: "noto-sans-balinese-400",
    from: google("noto-sans-balinese", "0.4.1"),
    file: "400Regular/NotoSansBalinese_400Regular.ttf",
  },
  {
    id: "noto-sans-sundanese-400",
    from: "@fontsource/noto-sans-sundanese@5.3.0",
    file: "files/noto-sans-sundanese-sundanese-400-normal.woff",
  },
  {
    id: "noto-naskh-arabic-400",
    from: google("noto-naskh-arabic", "0.4.5"),
    file: "400Regular/NotoNaskhArabic_400Regular.ttf",
    letters: arabic,
  },
  {
    id: "noto-emoji-400",
    from: google("noto-emoji", "0.4.7"),
    file: "400Regular/NotoEmoji_400Regular.ttf",
  },
];
