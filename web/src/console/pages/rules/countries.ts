const CODE = /^[A-Z]{2}$/

export const isCountryCode = (text: string): boolean => CODE.test(text)

/** The name of a country in a language; the code itself if it has no name. */
export function countryName(code: string, locale: string): string {
  if (!isCountryCode(code)) return code
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
}
