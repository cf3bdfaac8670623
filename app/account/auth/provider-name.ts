/** The name of a place where people sign in besides here, as it calls itself. */
export function providerName(provider: string): string {
  return provider.charAt(0).toUpperCase() + provider.slice(1);
}
