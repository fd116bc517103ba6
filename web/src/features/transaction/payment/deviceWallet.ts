import type { components } from '../../../api/schema.gen'

type Kind = components['schemas']['WalletPayKind']

export const WALLET_NAME: Record<Kind, string> = { apple: 'Apple Pay', google: 'Google Pay', samsung: 'Samsung Pay' }

/** The wallet that a device usually has. Apple Pay is there where the browser offers its session. */
export function deviceWallet(userAgent: string, hasApplePay: boolean): Kind {
  if (hasApplePay) return 'apple'
  return /SamsungBrowser/.test(userAgent) ? 'samsung' : 'google'
}
