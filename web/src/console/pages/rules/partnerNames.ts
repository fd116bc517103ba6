import type { KeyHolder } from '../../api/rules'

/** The name of a partner: the names of its keys, or its profile if it has none. */
export const partnerName = (profile: string, partners: readonly KeyHolder[]): string =>
  partners.find((one) => one.profile === profile)?.keys.join(', ') ?? profile

/** The profiles to choose from: every partner with a key, and the chosen one. */
export function partnerChoices(chosen: string | undefined, partners: readonly KeyHolder[]): string[] {
  const known = partners.map(({ profile }) => profile)
  return chosen && !known.includes(chosen) ? [...known, chosen] : known
}
