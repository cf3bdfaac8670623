/* Readable names of browsers by their user agent. The order matters: most browsers name others too. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** @returns e.g. `Chrome, Android`; undefined when nothing in it is known */
export function deviceName(userAgent: string): string | undefined {
  const find = (names: typeof browsers) => names.find(([mark]) => mark.test(userAgent))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(", ") || undefined;
}
